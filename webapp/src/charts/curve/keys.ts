/** What the keys do on a chart of curves that has the focus. */

export type KeyAction =
  | { readonly kind: "arrow"; readonly by: number }
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "restore" }
  | { readonly kind: "leave" };

const coarse = 10;

const arrows: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

const others: Readonly<Record<string, KeyAction>> = {
  "+": { kind: "zoom", factor: 0.6 },
  "=": { kind: "zoom", factor: 0.6 },
  "-": { kind: "zoom", factor: 1 / 0.6 },
  "0": { kind: "restore" },
  Backspace: { kind: "restore" },
  Escape: { kind: "leave" },
};

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** null: the key is left to the page. */
export function keyAction({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): KeyAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const by = arrows[key];
  if (by !== undefined) return { kind: "arrow", by: shiftKey ? coarse * by : by };
  return others[key] ?? null;
}
