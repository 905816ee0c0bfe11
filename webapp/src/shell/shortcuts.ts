/** Keyboard shortcuts of the shell: one key each, without modifiers, but for the palette. */

export const shortcuts = {
  search: "/",
  panel: "b",
  live: "l",
  theme: "t",
  help: "?",
} as const;

/** Where the browser's own shortcuts have another key, the palette has it, too. */
export const paletteKeys = navigator.platform.startsWith("Mac") ? ["⌘", "K"] : ["Ctrl", "K"];

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

export type Shortcut = keyof typeof shortcuts | "palette";

const byKey = new Map(
  Object.entries(shortcuts).map(([name, key]) => [key, name as keyof typeof shortcuts]),
);

/** What the key press asks for; but for the palette null while the user types a text or has a dialog open. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey) return "palette";
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox], [type=radio]), select, textarea, dialog")) {
    return null;
  }
  return byKey.get(event.key as never) ?? null;
}
