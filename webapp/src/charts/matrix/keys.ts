/** What the keys do on a matrix that has the focus. */

import type { MatrixCell } from "./types";

/** Cells to go down and to the right. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The next cell; the first one if there was none before; null: the key is left to the page. */
export function cellAfter(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  cell: MatrixCell | null,
  classes: number,
): MatrixCell | null {
  const arrow = arrows[key];
  if (arrow === undefined || classes === 0) return null;
  if (cell === null) return { row: 0, column: 0 };
  const by = shiftKey ? 10 : 1;
  const clamp = (at: number): number => Math.min(classes - 1, Math.max(0, at));
  return { row: clamp(cell.row + by * arrow[0]), column: clamp(cell.column + by * arrow[1]) };
}
