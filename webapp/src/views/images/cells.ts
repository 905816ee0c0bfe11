/** The images of which an image matrix is made. */

import type { Fields } from "../../api/shapes";

/** In reading order; the cells behind `count` are empty. */
export interface ImageCells {
  readonly rows: number;
  readonly columns: number;
  /** Size of a cell, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Pixels between two cells. */
  readonly pad: number;
  /** One for each cell, or none. */
  readonly labels: readonly string[];
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param note - a summary, or the note in the file. @returns null if it names no cells. */
export function cellsOf(note: unknown): ImageCells | null {
  if (typeof note !== "object" || note === null) return null;
  const { cells, labels } = note as Fields;
  if (typeof cells !== "object" || cells === null) return null;
  const given = cells as Fields;
  const [rows, columns, width, height, count] = (
    ["rows", "columns", "width", "height", "count"] as const
  ).map((name) => given[name]);
  if (![rows, columns, width, height, count].every(isCount)) return null;
  return {
    rows: rows as number,
    columns: columns as number,
    width: width as number,
    height: height as number,
    count: count as number,
    pad: typeof given.pad === "number" ? given.pad : 0,
    labels: Array.isArray(labels) ? labels.map(String) : [],
  };
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** The index of the cell that has the pixel; null between cells and behind the last one. */
export function cellAt(cells: ImageCells, x: number, y: number): number | null {
  const { columns, rows, width, height, pad, count } = cells;
  const column = Math.floor(x / (width + pad));
  const row = Math.floor(y / (height + pad));
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
  if (x - column * (width + pad) >= width || y - row * (height + pad) >= height) return null;
  const index = row * columns + column;
  return index < count ? index : null;
}

/** In pixels of the image. */
export function cellRect({ columns, width, height, pad }: ImageCells, index: number): Rect {
  const x = (index % columns) * (width + pad);
  const y = Math.floor(index / columns) * (height + pad);
  return { x, y, width, height };
}
