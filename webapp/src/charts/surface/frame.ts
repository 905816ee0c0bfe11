/** From values to the box that is drawn: x to the right, y away, z up, the middle of the box at 0. */

import { logTicks, numberTicks, type Ticks } from "../../lib/ticks";
import type { SurfaceGrid } from "./types";
import type { Triple } from "../space/direction";

export interface SurfaceAxis {
  readonly min: number;
  readonly max: number;
  readonly log: boolean;
  /** Half of its length in the scene. */
  readonly half: number;
  readonly ticks: Ticks;
}

export interface SurfaceFrame {
  readonly x: SurfaceAxis;
  readonly y: SurfaceAxis;
  readonly z: SurfaceAxis;
  /** Of the colors; its ends are those of the range, wherever the box ends. */
  readonly tint: SurfaceAxis;
}

interface Ends {
  readonly min: number;
  readonly max: number;
}

export interface FrameWish {
  readonly range: Ends;
  readonly scale: "linear" | "log";
  readonly clip: number | null;
  readonly exaggeration: number;
  /** Of what lies beside the surfaces. */
  readonly reach?: Ends | undefined;
}

/** A plane that is much longer than wide would be a wire. */
const narrowest = 0.45;
/** Height of the box by the longer half of its floor: what lets slopes of most surfaces be read. */
const height = 0.58;
/** Between the floor and the least value, by the height of the box. */
const room = 0.06;

/** The box that holds all grids. */
export function frameOf(
  grids: readonly Pick<SurfaceGrid, "x" | "y">[],
  { range, scale, clip, exaggeration, reach }: FrameWish,
): SurfaceFrame {
  const x = extent(grids.map((grid) => grid.x));
  const y = extent(grids.map((grid) => grid.y));
  const [wide, deep] = [x.max - x.min, y.max - y.min];
  const longer = Math.max(wide, deep);
  const half = (length: number) => Math.max(narrowest, length / longer);
  const log = scale === "log" && range.max > 0;
  const top = clip !== null && clip > range.min ? Math.min(clip, range.max) : range.max;
  const bottom = log ? Math.max(range.min, smallestLog(top)) : range.min;
  const z = withFloor(reaching(widened(bottom, top, log), reach, log), log);
  const tint = widened(bottom, range.max, log);
  return {
    x: { ...x, log: false, half: half(wide), ticks: numberTicks(x.min, x.max, 5) },
    y: { ...y, log: false, half: half(deep), ticks: numberTicks(y.min, y.max, 5) },
    z: {
      ...z,
      log,
      half: height * exaggeration,
      ticks: log ? logTicks(z.min, z.max, 5) : numberTicks(z.min, z.max, 5),
    },
    tint: { ...tint, log, half: 1, ticks: { at: [], labels: [] } },
  };
}

/** What lies beside the surfaces may take so much more than they do, on each side. */
const mostReach = 0.5;

function reaching({ min, max }: Ends, reach: Ends | undefined, log: boolean): Ends {
  if (reach === undefined) return { min, max };
  const least = log ? min / (max / min) ** mostReach : min - (max - min) * mostReach;
  const greatest = log ? max * (max / min) ** mostReach : max + (max - min) * mostReach;
  return {
    min: Math.min(min, Math.max(reach.min, least)),
    max: Math.max(max, Math.min(reach.max, greatest)),
  };
}

/** A little room, so that a valley does not lie in the floor. */
function withFloor({ min, max }: Ends, log: boolean): Ends {
  return { min: log ? min / (max / min) ** room : min - (max - min) * room, max };
}

/** A logarithmic axis that reaches to zero shows this many decades. */
function smallestLog(top: number): number {
  return top * 1e-12;
}

function extent(lists: readonly Float64Array[]): Ends {
  let [min, max] = [Infinity, -Infinity];
  for (const list of lists) {
    min = Math.min(min, list[0] ?? Infinity);
    max = Math.max(max, list[list.length - 1] ?? -Infinity);
  }
  return widened(min, max, false);
}

/** A range that has a width. */
function widened(min: number, max: number, log: boolean): Ends {
  if (!(min <= max)) return log ? { min: 0.1, max: 1 } : { min: 0, max: 1 };
  if (min < max) return { min, max };
  if (log) return { min: min / 2, max: max * 2 };
  const size = Math.abs(min) || 1;
  return { min: min - size / 2, max: max + size / 2 };
}

/** Where a value lies on its axis, in the scene; NaN where a logarithm has no place for it. */
export function placeOn(axis: SurfaceAxis, value: number): number {
  return (2 * shareOn(axis, value) - 1) * axis.half;
}

/** 0 at the axis' least value, 1 at its greatest; beyond them outside of [0, 1]. */
export function shareOn({ min, max, log }: SurfaceAxis, value: number): number {
  if (!log) return (value - min) / (max - min);
  // What is not positive lies below all that a logarithm shows.
  return value > 0 ? Math.log(value / min) / Math.log(max / min) : value <= 0 ? -1 : NaN;
}

/** The value at a place of the scene. */
export function valueOn({ min, max, log, half }: SurfaceAxis, place: number): number {
  const share = (place / half + 1) / 2;
  return log ? min * (max / min) ** share : min + share * (max - min);
}

/** Whether a place along an axis is drawn: a little beyond the box it still is. */
export function isInside({ half }: SurfaceAxis, place: number): boolean {
  return Math.abs(place) <= 1.05 * half;
}

export function placed(frame: SurfaceFrame, x: number, y: number, z: number): Triple {
  return [placeOn(frame.x, x), placeOn(frame.y, y), placeOn(frame.z, z)];
}

/** Halves of the box. */
export function halves({ x, y, z }: SurfaceFrame): Triple {
  return [x.half, y.half, z.half];
}
