/** What the keys do on a picture of layers by steps that has the focus. */

import type { LayerCell, LayerFigure } from "./types";

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

/**
 * The next cell; the newest of the first row if there was none before; null: the key is left to the page. Keys to the
 * right go on in the next tile.
 */
export function cellAfter(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  cell: LayerCell | null,
  { names, steps, tiles }: Pick<LayerFigure, "names" | "steps" | "tiles">,
): LayerCell | null {
  const arrow = arrows[key];
  const [rows, columns] = [names.length, steps.length];
  if (arrow === undefined || rows === 0 || columns === 0 || tiles.length === 0) return null;
  const from = cell ?? { tile: 0, row: 0, column: columns - 1 };
  if (cell === null && key.startsWith("Arrow")) return from;
  const by = shiftKey ? 10 : 1;
  const moved = (at: number, step: number, count: number): number =>
    Math.min(count - 1, Math.max(0, step === 0 ? at : at + by * step));
  const along = moved(from.tile * columns + from.column, arrow[1], columns * tiles.length);
  return {
    tile: Math.floor(along / columns),
    row: moved(from.row, arrow[0], rows),
    column: along % columns,
  };
}
