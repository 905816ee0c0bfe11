/** Keyboard shortcuts of the shell: one key each, without modifiers. */

export const shortcuts = {
  search: "/",
  panel: "b",
  live: "l",
  theme: "t",
  help: "?",
} as const;

/** What the charts do themselves while they have the focus, for the list of shortcuts. */
export const chartKeys = [
  [["←", "→"], "step"],
  [["Home", "End"], "ends"],
  [["Enter"], "pin"],
  [["+", "−"], "zoom"],
  [["0"], "restore"],
  [["⌫"], "back"],
  [["f"], "full"],
] as const;

export type Shortcut = keyof typeof shortcuts;

const byKey = new Map(Object.entries(shortcuts).map(([name, key]) => [key, name as Shortcut]));

/** What the key press asks for; null while the user types a text or has a dialog open. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox], [type=radio]), select, textarea, dialog")) {
    return null;
  }
  return byKey.get(event.key as never) ?? null;
}
