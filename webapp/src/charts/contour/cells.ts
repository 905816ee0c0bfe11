/** What is drawn cell by cell: the heat map, the veil over what is not computed, hatching over holes. */

import { mixed } from "../../lib/mixed";
import { COMPUTED, HOLE, INTERPOLATED } from "../../lib/landscape/fill";
import { fillOf } from "./coloring";
import { cellEdges, type ContourFrame } from "./frame";
import { cellsOf } from "./trace";
import type { Colors, ContourFigure, ContourGrid, Shape } from "./types";

/** How much of the ground shines through what is not computed yet. */
export const veil = 0.42;
/** Between two strokes of the hatching, in pixels. */
const hatching = 6;

/** A rectangle in pixels: left, top, right, bottom. */
export type Patch = readonly [number, number, number, number];

/** A rectangle for each point, as far as half-way to its neighbors. */
export function heatShapes(
  grid: ContourGrid,
  figure: ContourFigure,
  frame: ContourFrame,
  colors: Colors,
): Shape[] {
  const across = cellEdges(grid.x).map(frame.toX).map(Math.round);
  const along = cellEdges(grid.y).map(frame.toY).map(Math.round);
  const places: number[] = [];
  const fills: string[] = [];
  const { x, y, values, mask } = grid;
  for (let row = 0; row < y.length; row++) {
    const [bottom = 0, top = 0] = [along[row], along[row + 1]];
    for (let column = 0; column < x.length; column++) {
      const i = row * x.length + column;
      if (mask[i] === HOLE) continue;
      const [left = 0, right = 0] = [across[column], across[column + 1]];
      const color = fillOf(values[i] as number, figure);
      places.push(left, top, right - left, bottom - top);
      fills.push(mask[i] === COMPUTED ? color : mixed(color, colors.surface, veil));
    }
  }
  return [{ kind: "cells", places: Float64Array.from(places), fills }];
}

/** Rectangles in pixels of the points of a kind (a heat map), side by side ones as one. */
export function pointPatches(grid: ContourGrid, kind: number, frame: ContourFrame): Patch[] {
  const across = cellEdges(grid.x).map(frame.toX).map(Math.round);
  const along = cellEdges(grid.y).map(frame.toY).map(Math.round);
  return runs(grid.mask, grid.x.length, grid.y.length, kind, across, along);
}

/** The same of what lies between points (isolines and bands). */
export function cellPatches(grid: ContourGrid, kind: number, frame: ContourFrame): Patch[] {
  const { mask, columns, rows } = cellsOf(grid);
  const across = [...grid.x].map(frame.toX).map(Math.round);
  const along = [...grid.y].map(frame.toY).map(Math.round);
  return runs(mask, columns, rows, kind, across, along);
}

function runs(
  mask: Uint8Array,
  columns: number,
  rows: number,
  kind: number,
  across: readonly number[],
  along: readonly number[],
): Patch[] {
  const patches: Patch[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (mask[row * columns + column] !== kind) continue;
      const from = column;
      while (column + 1 < columns && mask[row * columns + column + 1] === kind) column++;
      patches.push([
        across[from] ?? 0,
        along[row + 1] ?? 0,
        across[column + 1] ?? 0,
        along[row] ?? 0,
      ]);
    }
  }
  return patches;
}

function outline([left, top, right, bottom]: Patch): Float64Array {
  return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
}

/** What is not computed yet grows pale. */
export function veilShapes(patches: readonly Patch[], surface: string): Shape[] {
  if (patches.length === 0) return [];
  const lines = patches.map(outline);
  return [{ kind: "paths", lines, fill: surface, stroke: null, opacity: veil }];
}

/** Holes are the ground, hatched. */
export function hatchShapes(patches: readonly Patch[], { surface, muted }: Colors): Shape[] {
  if (patches.length === 0) return [];
  return [
    { kind: "paths", lines: patches.map(outline), fill: surface, stroke: null },
    { kind: "paths", lines: patches.flatMap(strokes), fill: null, stroke: muted, opacity: 0.55 },
  ];
}

/** Strokes rising to the right, at the same places whatever patch they are in. */
function strokes([left, top, right, bottom]: Patch): Float64Array[] {
  const lines: Float64Array[] = [];
  const last = right + bottom;
  for (let sum = Math.ceil((left + top) / hatching) * hatching; sum < last; sum += hatching) {
    const from = Math.max(left, sum - bottom);
    const to = Math.min(right, sum - top);
    if (to > from) lines.push(Float64Array.of(from, sum - from, to, sum - to));
  }
  return lines;
}

/** More points than this would be a gray field. */
const mostDots = 20_000;

/** Of a plane that is not computed whole, the points that are. */
export function dotShapes(grid: ContourGrid, frame: ContourFrame, { text }: Colors): Shape[] {
  const { x, y, mask } = grid;
  if (mask.length > mostDots || !mask.includes(INTERPOLATED)) return [];
  const places: number[] = [];
  for (let row = 0; row < y.length; row++) {
    for (let column = 0; column < x.length; column++) {
      if (mask[row * x.length + column] !== COMPUTED) continue;
      places.push(frame.toX(x[column] as number) - 0.75, frame.toY(y[row] as number) - 0.75);
      places.push(1.5, 1.5);
    }
  }
  const fills = new Array<string>(places.length / 4).fill(text);
  return [{ kind: "cells", places: Float64Array.from(places), fills }];
}

/** Both over isolines and bands. */
export function coverShapes(grid: ContourGrid, frame: ContourFrame, colors: Colors): Shape[] {
  return [
    ...veilShapes(cellPatches(grid, INTERPOLATED, frame), colors.surface),
    ...hatchShapes(cellPatches(grid, HOLE, frame), colors),
    ...dotShapes(grid, frame, colors),
  ];
}
