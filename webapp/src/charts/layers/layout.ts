/** Where rows, columns and words lie. All in pixels. */

import type { ShapeBox, Point, ShapeSize } from "../shapes/shapes";
import type { LayerCell, LayerFigure } from "./types";

/** Below the cells, for the steps. */
export const axisHeight = 20;
const rowHeight = 16;
/** Of more rows than fit into this each is lower, down to one pixel. */
const plotHeight = 352;
/** A wider cell would only look as if it were more. */
const widestCell = 48;
const gutterShare = 0.36;
const widestGutter = 220;

/** Height of the whole chart. */
export function heightOf(rows: number): number {
  return Math.max(Math.min(rows * rowHeight, plotHeight), rows) + axisHeight;
}

/** For as many columns there is room, each a pixel wide, whatever the rows are called. */
export function mostColumns(width: number): number {
  return Math.max(1, Math.floor(width - gutterRoom(width)));
}

/** The most that the names of the rows may take. */
export function gutterRoom(width: number): number {
  return Math.min(widestGutter, width * gutterShare);
}

/** Above the cells of a tile that has a title, and below the steps, for what the colors mean. */
const titleHeight = 18;
const legendHeight = 18;
const tileGap = 16;

/** Where the cells of each tile lie. @param gutter - that the names of the rows take, left of the first one. */
export function boxesOf(
  size: ShapeSize,
  { tiles, steps, legend }: Pick<LayerFigure, "tiles" | "steps" | "legend">,
  gutter: number,
): readonly ShapeBox[] {
  const room = Math.max(1, size.width - gutter - tileGap * (tiles.length - 1)) / tiles.length;
  const width = Math.max(1, Math.min(room, steps.length * widestCell));
  const top = tiles.some(({ title }) => title !== undefined) ? titleHeight : 0;
  const below = axisHeight + (legend === undefined ? 0 : legendHeight);
  const height = Math.max(1, size.height - top - below);
  return tiles.map((_, i) => ({ left: gutter + i * (room + tileGap), top, width, height }));
}

/** @param at - from the upper left corner of the box. */
export function cellAt(
  at: Point,
  box: ShapeBox,
  rows: number,
  columns: number,
): Omit<LayerCell, "tile"> | null {
  const row = Math.floor((at.y / box.height) * rows);
  const column = Math.floor((at.x / box.width) * columns);
  const isInside = row >= 0 && row < rows && column >= 0 && column < columns;
  return isInside ? { row, column } : null;
}

export function cellBox(
  { row, column }: Omit<LayerCell, "tile">,
  box: ShapeBox,
  rows: number,
  columns: number,
): ShapeBox {
  const [width, height] = [box.width / columns, box.height / rows];
  return { left: box.left + column * width, top: box.top + row * height, width, height };
}

/** Every which of `count` things is written, where each needs so many pixels of `room`. */
export function every(count: number, room: number, need: number): number {
  return Math.max(1, Math.ceil((count * need) / Math.max(1, room)));
}
