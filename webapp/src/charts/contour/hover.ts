/** What is below the cursor, and what a key goes to next. */

import { nearestIndex } from "../../lib/landscape/value";
import { placeAt, type ContourFrame } from "./frame";
import type { Point } from "../shapes/shapes";
import { placesOf } from "./path";
import type { ContourFigure, ContourHover } from "./types";

/** A snapshot so near to the cursor is meant, in pixels. */
const near = 11;

export type Pointed = Omit<ContourHover, "client">;

/** @param at - in pixels of the drawing. @returns null beside the plane. */
export function pointedAt(figure: ContourFigure, frame: ContourFrame, at: Point): Pointed | null {
  const { box } = frame;
  const [snapshot, distance] = snapshotAt(figure, frame, at);
  const mark = markAt(figure, frame, at, distance);
  if (mark !== null) {
    const [x, y] = [figure.marks[mark]?.x ?? NaN, figure.marks[mark]?.y ?? NaN];
    return { x, y, index: -1, snapshot: null, mark };
  }
  if (snapshot !== null) return atSnapshot(figure, snapshot);
  const isInside =
    at.x >= box.left &&
    at.x <= box.left + box.width &&
    at.y >= box.top &&
    at.y <= box.top + box.height;
  if (!isInside) return null;
  const { x, y } = placeAt(frame, at);
  const [grid, ...others] = figure.grids;
  if (grid === undefined || others.length > 0) return { x, y, index: -1, snapshot: null };
  return atGrid(grid, nearestIndex(grid.x, x), nearestIndex(grid.y, y));
}

function atGrid(grid: ContourFigure["grids"][number], column: number, row: number): Pointed {
  return {
    x: grid.x[column] as number,
    y: grid.y[row] as number,
    index: row * grid.x.length + column,
    snapshot: null,
  };
}

type Snapshot = NonNullable<Pointed["snapshot"]>;

function atSnapshot({ paths }: ContourFigure, snapshot: Snapshot): Pointed {
  const path = paths[snapshot.path];
  const [x, y] = [path?.x[snapshot.index] ?? NaN, path?.y[snapshot.index] ?? NaN];
  return { x, y, index: -1, snapshot };
}

/** @param nearer - than so many pixels. */
function markAt(
  { marks }: ContourFigure,
  frame: ContourFrame,
  at: Point,
  nearer: number,
): number | null {
  let [found, least]: [number | null, number] = [null, Math.min(near, nearer)];
  marks.forEach(({ hasReading = false, x, y }, i) => {
    const distance = Math.hypot(frame.toX(x) - at.x, frame.toY(y) - at.y);
    if (hasReading && distance < least) [found, least] = [i, distance];
  });
  return found;
}

/** Infinitely far where there is none. */
function snapshotAt(
  { paths }: ContourFigure,
  frame: ContourFrame,
  at: Point,
): readonly [Snapshot | null, number] {
  let [found, least]: [Snapshot | null, number] = [null, near];
  paths.forEach((each, path) => {
    placesOf(each, frame).forEach(({ x, y }, index) => {
      const distance = Math.hypot(x - at.x, y - at.y);
      // Of several at one place the last is on top.
      if (distance <= least) [found, least] = [{ path, index }, distance];
    });
  });
  return [found, found === null ? Infinity : least];
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey">;

/**
 * Where a key leads: left and right along the snapshots of a path, up and down to the next path; with
 * Shift, or without any path, from point to point of the grid. Home and End: the first, the last.
 * @returns null: the key means nothing here.
 */
export function pointedAfter(
  figure: ContourFigure,
  { key, shiftKey }: Pressed,
  now: Pointed | null,
): Pointed | null {
  const step = steps[key];
  if (step === undefined && key !== "Home" && key !== "End") return null;
  const walksGrid = shiftKey || figure.paths.every(({ step: { length } }) => length === 0);
  if (!walksGrid) return alongPath(figure, key, step, now?.snapshot ?? null);
  const [grid, ...others] = figure.grids;
  if (grid === undefined || others.length > 0 || step === undefined) return null;
  const center = { x: 0, y: 0 };
  const { x, y } = now ?? center;
  const [column, row] = [nearestIndex(grid.x, x), nearestIndex(grid.y, y)];
  if (now === null) return atGrid(grid, column, row);
  const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  return atGrid(
    grid,
    within(column + step[0], grid.x.length),
    within(row + step[1], grid.y.length),
  );
}

function alongPath(
  figure: ContourFigure,
  key: string,
  step: readonly [number, number] | undefined,
  now: Snapshot | null,
): Pointed {
  const count = figure.paths.length;
  const path = now === null ? 0 : (now.path + (step?.[1] ?? 0) + count) % count;
  const last = (figure.paths[path]?.step.length ?? 1) - 1;
  const wished =
    key === "Home" ? 0 : key === "End" ? last : now === null ? 0 : now.index + (step?.[0] ?? 0);
  return atSnapshot(figure, { path, index: Math.min(last, Math.max(0, wished)) });
}
