/** Where the plot of a line chart lies, and its axes. */

import {
  durationTicks,
  logDurationTicks,
  logTicks,
  numberTicks,
  type Ticks,
} from "../../lib/ticks";
import { walltimeTicks } from "../../lib/walltimes";
import { axisShapes, lineHeight, rightMargin } from "../common/axes";
import type { ChartScale } from "../common/scales";
import type { ShapeBox, Colors, Shape, ShapeSize } from "../shapes/shapes";
import { characterWidth } from "../shapes/words";
import { hasLeft } from "./extent";
import { scalesOf } from "./hover";
import { projectionsOf } from "./path";
import type { LineAxisKind, LineFigure, LineWindow } from "./types";

export interface LineLayout {
  /** Of the plot, in pixels of the drawing. */
  readonly box: ShapeBox;
  /** Of x, of the left axis, and of the right one. */
  readonly scales: readonly [ChartScale, ChartScale, ChartScale];
  readonly ticks: { readonly x: Ticks; readonly left: Ticks; readonly right: Ticks };
}

/** Above the plot, in pixels. */
const top = 8;
/** What the axes take of the size about, before it is known how much: ticks depend on it, and it on ticks. */
const about = { width: 60, height: 30 };
const noTicks: Ticks = { at: [], labels: [] };

/** @param size - of the plot with its axes, in pixels. */
export function layoutOf(
  figure: LineFigure,
  window: LineWindow,
  { width, height }: ShapeSize,
): LineLayout {
  const scales = scalesOf(figure, window);
  const [x, y, other] = scales;
  const hasRight = window.right !== undefined;
  const ticks = {
    x: xTicks(x, figure.kind, width - about.width),
    // None where every line is read on the right.
    left: hasLeft(figure) ? yTicks(y, height - about.height) : noTicks,
    right: hasRight ? yTicks(other, height - about.height) : noTicks,
  };
  const left = yAxisSize(ticks.left.labels);
  const right = hasRight ? yAxisSize(ticks.right.labels) : rightMargin;
  const box = {
    left,
    top,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - xAxisSize(figure.kind)),
  };
  return { box, scales, ticks };
}

export function axesOf({ box, scales, ticks }: LineLayout, colors: Colors): Shape[] {
  const to = projectionsOf(scales, box);
  return [
    ...axisShapes({ side: "bottom", ticks: ticks.x, at: to.left.x }, box, colors),
    ...axisShapes({ side: "left", ticks: ticks.left, at: to.left.y }, box, colors),
    ...axisShapes({ side: "right", ticks: ticks.right, at: to.right.y }, box, colors),
  ];
}

/** Pixels that an x label and its neighbor's gap need, and those between two y labels. */
const room = { integer: 70, number: 70, relative: 78, wall: 86, y: 34 };

/** @param width - of the plot, in pixels. */
export function xTicks(
  { range: [min, max], log }: ChartScale,
  kind: LineAxisKind,
  width: number,
): Ticks {
  const count = Math.max(2, Math.floor(width / room[kind]));
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

export function yTicks({ range: [min, max], log }: ChartScale, height: number): Ticks {
  const count = Math.max(2, Math.floor(height / room.y));
  return log ? logTicks(min, max, count) : numberTicks(min, max, count);
}

/** Height below the plot. */
export function xAxisSize(kind: LineAxisKind): number {
  return 10 + lineHeight * (kind === "wall" ? 2 : 1);
}

/** Width beside the plot: for the widest label, in coarse steps, so that it rarely changes. */
export function yAxisSize(labels: readonly string[]): number {
  const longest = labels.reduce((most, label) => Math.max(most, label.length), 0);
  return Math.max(44, Math.ceil((longest * characterWidth + 16) / 8) * 8);
}
