/** Ticks and sizes of a chart's axes: the same on the screen and in an exported picture. */

import {
  durationTicks,
  logDurationTicks,
  logTicks,
  numberTicks,
  type Ticks,
} from "../../lib/ticks";
import { walltimeTicks } from "../../lib/walltimes";
import { fraction, type Scale } from "../common/scales";
import { characterWidth } from "../shapes/words";
import type { AxisKind } from "./types";

const lineHeight = 14;

/** Pixels that an x label and its neighbor's gap need, and those between two y labels. */
const room = { integer: 70, number: 70, relative: 78, wall: 86, y: 34 };

/** Pixels between the right end of the plot and that of the picture. */
export const rightMargin = 16;

/** @param width - of the plot, in pixels. */
export function xTicks(scale: Scale, kind: AxisKind, width: number): Ticks {
  const { at, labels } = allXTicks(scale, kind, Math.max(2, Math.floor(width / room[kind])));
  return {
    at,
    labels: labels.map((label, i) => {
      const half = (longestLine(label) * characterWidth) / 2;
      // A label that would be cut off at the edge says nothing rather than half of it.
      return fraction(scale, at[i] ?? 0) * width + half > width + rightMargin ? "" : label;
    }),
  };
}

function longestLine(label: string): number {
  return label.split("\n").reduce((most, line) => Math.max(most, line.length), 0);
}

function allXTicks({ range: [min, max], log }: Scale, kind: AxisKind, count: number): Ticks {
  if (log) return (kind === "relative" ? logDurationTicks : logTicks)(min, max, count);
  if (kind === "relative") return durationTicks(min, max, count);
  if (kind === "wall") return walltimeTicks(min, max, count);
  return enoughTicks((wanted) => numberTicks(min, max, wanted, kind === "integer"), count);
}

/** From a single label nobody reads where an axis ends: round numbers twice as dense still have room for theirs. */
const fewest = 3;

function enoughTicks(ticksOf: (count: number) => Ticks, count: number): Ticks {
  let ticks = ticksOf(count);
  for (let wanted = count + 1; ticks.at.length < fewest && wanted <= 2 * count; wanted++) {
    const denser = ticksOf(wanted);
    if (denser.at.length <= count + 1) ticks = denser;
  }
  return ticks;
}

export function yTicks({ range: [min, max], log }: Scale, height: number): Ticks {
  const count = Math.max(2, Math.floor(height / room.y));
  return log ? logTicks(min, max, count) : numberTicks(min, max, count);
}

/** Height below the plot. */
export function xAxisSize(kind: AxisKind): number {
  return 10 + lineHeight * (kind === "wall" ? 2 : 1);
}

/** Width beside the plot: for the widest label, in coarse steps, so that it rarely changes. */
export function yAxisSize(labels: readonly string[] | null): number {
  const longest = (labels ?? []).reduce((most, label) => Math.max(most, label.length), 0);
  return Math.max(44, Math.ceil((longest * characterWidth + 16) / 8) * 8);
}
