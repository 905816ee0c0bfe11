/** Where the cells lie, and how much room there is for the names around them. */

import { uncutWidth } from "../shapes/words";
import type { ShapeBox, MatrixCell, MatrixFigure, Point, ShapeSize, MatrixWindow } from "./types";

/** Pixels that a line of text takes. */
export const lineHeight = 13;
/** The names of an axis take this share of the drawing at most. */
const mostForNames = 0.26;
/** Letters are wider than the digits that `uncutWidth` and `cut` are made for. */
export const letterWidth = 1.1;
/** The words that name the axes. */
const wordsRoom = 22;
/** The scale of colors, right of the cells. */
export const scaleRoom = 58;
/** Below this, in pixels, there is no room for them. */
const smallest = 240;

export interface MatrixLayout {
  readonly box: ShapeBox;
  readonly window: MatrixWindow;
  /** Of one cell, in pixels. */
  readonly cell: ShapeSize;
  /** Pixels for names: left of the rows, and below the columns. */
  readonly rowNames: number;
  readonly columnNames: number;
  /** Names of columns are written upwards. */
  readonly turned: boolean;
  readonly hasWords: boolean;
}

export function layoutOf(
  figure: MatrixFigure,
  size: ShapeSize,
  window: MatrixWindow,
): MatrixLayout {
  const hasWords = Math.min(size.width, size.height) >= smallest;
  const words = hasWords ? wordsRoom : 0;
  const wide = (part: readonly [number, number]): number =>
    9 +
    letterWidth *
      figure.names.slice(...part).reduce((most, name) => Math.max(most, uncutWidth(name)), 0);
  const rowNames = Math.min(wide(window.rows), size.width * mostForNames);
  const left = words + rowNames;
  const columns = window.columns[1] - window.columns[0];
  const rows = window.rows[1] - window.rows[0];
  const room = Math.max(20, size.width - left - (hasWords ? scaleRoom : 8));
  const longest = wide(window.columns);
  const turned = longest > room / columns;
  const columnNames = turned ? Math.min(longest, size.height * mostForNames) : lineHeight + 6;
  const tall = Math.max(20, size.height - words - columnNames - 6);
  // Cells are square as long as that wastes no more than half of the room.
  const side = Math.min(room / columns, tall / rows);
  const cell = {
    width: Math.min(room / columns, 2 * side),
    height: Math.min(tall / rows, 1.5 * side),
  };
  const width = cell.width * columns;
  return {
    box: { left: left + (room - width) / 2, top: 6, width, height: cell.height * rows },
    window,
    cell,
    rowNames,
    columnNames,
    turned,
    hasWords,
  };
}

/** The cell at a place; null: none. */
export function cellAt({ box, window, cell }: MatrixLayout, { x, y }: Point): MatrixCell | null {
  const column = window.columns[0] + Math.floor((x - box.left) / cell.width);
  const row = window.rows[0] + Math.floor((y - box.top) / cell.height);
  const inside = (at: number, [from, to]: readonly [number, number]): boolean =>
    at >= from && at < to;
  return inside(row, window.rows) && inside(column, window.columns) ? { row, column } : null;
}

/** A cell's place in pixels. */
export function boxOf({ box, window, cell }: MatrixLayout, { row, column }: MatrixCell): ShapeBox {
  return {
    left: box.left + (column - window.columns[0]) * cell.width,
    top: box.top + (row - window.rows[0]) * cell.height,
    ...cell,
  };
}
