/** What the keys do on a picture of layers by steps that has the focus. */

import type { LayerCell } from "./types";

/** Rows to go down, and columns to the right. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
};

/** The next cell; the newest of the first row if there was none before; null: the key is left to the page. */
export function cellAfter(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  cell: LayerCell | null,
  rows: number,
  columns: number,
): LayerCell | null {
  const arrow = arrows[key];
  if (arrow === undefined || rows === 0 || columns === 0) return null;
  const from = cell ?? { row: 0, column: columns - 1 };
  if (cell === null && key.startsWith("Arrow")) return from;
  const by = shiftKey ? 10 : 1;
  const moved = (at: number, step: number, count: number): number =>
    Math.min(count - 1, Math.max(0, step === 0 ? at : at + by * step));
  return {
    row: moved(from.row, arrow[0], rows),
    column: moved(from.column, arrow[1], columns),
  };
}
