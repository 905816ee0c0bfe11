/** Which classes are in sight. */

import type { MatrixCell, MatrixWindow } from "./types";

type Part = readonly [number, number];

/** Fewer than this are not worth a zoom. */
const fewest = 2;

export function isWhole({ rows, columns }: MatrixWindow, classes: number): boolean {
  return rows[0] <= 0 && columns[0] <= 0 && rows[1] >= classes && columns[1] >= classes;
}

export function isInside({ rows, columns }: MatrixWindow, { row, column }: MatrixCell): boolean {
  return row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];
}

function within(from: number, size: number, classes: number): Part {
  const count = Math.min(classes, Math.max(Math.min(fewest, classes), Math.round(size)));
  const start = Math.min(classes - count, Math.max(0, Math.round(from)));
  return [start, start + count];
}

/** Around a cell, which stays where it is. @param factor - below 1 to come closer. */
export function zoomBy(
  window: MatrixWindow,
  classes: number,
  cell: MatrixCell,
  factor: number,
): MatrixWindow {
  const part = ([from, to]: Part, at: number): Part => {
    const wished = (to - from) * factor;
    // A small step must be a step.
    const size = factor < 1 ? Math.min(to - from - 1, wished) : Math.max(to - from + 1, wished);
    const share = (at + 0.5 - from) / (to - from);
    return within(at + 0.5 - share * size, size, classes);
  };
  return { rows: part(window.rows, cell.row), columns: part(window.columns, cell.column) };
}

/** What was dragged over, from one cell to another; both are in sight. */
export function zoomTo(classes: number, one: MatrixCell, other: MatrixCell): MatrixWindow {
  const part = (a: number, b: number): Part => within(Math.min(a, b), Math.abs(a - b) + 1, classes);
  return { rows: part(one.row, other.row), columns: part(one.column, other.column) };
}

/** @param rows, columns - how many classes further; may be fractions, which are rounded. */
export function pan(
  window: MatrixWindow,
  classes: number,
  rows: number,
  columns: number,
): MatrixWindow {
  const part = ([from, to]: Part, by: number): Part => within(from + by, to - from, classes);
  return { rows: part(window.rows, rows), columns: part(window.columns, columns) };
}

/** The same, moved as little as it takes to have a cell in sight. */
export function including(
  window: MatrixWindow,
  classes: number,
  { row, column }: MatrixCell,
): MatrixWindow {
  const by = ([from, to]: Part, at: number): number =>
    at < from ? at - from : at >= to ? at - to + 1 : 0;
  return pan(window, classes, by(window.rows, row), by(window.columns, column));
}
