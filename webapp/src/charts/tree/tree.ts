/** A merge tree: each minimum is a line up to where its basin joins that of a lower one. Pure. */

import { axisShapes } from "../common/axes";
import { fraction, type ChartScale } from "../common/scales";
import { logTicks, numberTicks } from "../../lib/ticks";
import type { ShapeBox, Colors, Shape, ShapeSize } from "../shapes/shapes";
import { labelWidth } from "../shapes/words";

export interface Branch {
  /** Short, such as its number. */
  readonly name: string;
  readonly value: number;
  /** Infinite: it joins none. */
  readonly saddle: number;
  /** Position of the branch it joins, which comes before it; null: none. */
  readonly joins: number | null;
}

export interface TreeFigure {
  readonly branches: readonly Branch[];
  readonly scale: ChartScale;
  readonly valueLabel: string;
  /** Position of the branch that stands out; -1: none. */
  readonly lit: number;
  /** `#rrggbb`, of what stands out. */
  readonly color: string;
}

/** Where a branch stands, in pixels. */
export interface Placed {
  readonly x: number;
  readonly bottom: number;
  readonly top: number;
  /** Where it joins; null: nowhere. */
  readonly to: number | null;
}

const margin = { top: 8, right: 10, bottom: 20 };

/**
 * The branches from left to right: behind each those that join it, the lowest saddle first, so that no line crosses
 * another.
 */
export function treeOrder(branches: readonly Branch[]): number[] {
  const joining = new Map<number | null, number[]>();
  branches.forEach(({ joins }, i) => {
    joining.set(joins, [...(joining.get(joins) ?? []), i]);
  });
  const order: number[] = [];
  // Trees may be as deep as they have branches: no recursion.
  const waiting = [...(joining.get(null) ?? [])].reverse();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    order.push(at);
    const height = (i: number) => branches[i]?.saddle ?? Infinity;
    const own = [...(joining.get(at) ?? [])].sort((a, b) => height(b) - height(a));
    waiting.push(...own);
  }
  return order;
}

export function treeBox(
  { scale }: Pick<TreeFigure, "scale">,
  { width, height }: ShapeSize,
): ShapeBox {
  const left = labelWidth(ticksOf(scale, height)) + 14;
  return {
    left,
    top: margin.top,
    width: Math.max(1, width - left - margin.right),
    height: Math.max(1, height - margin.top - margin.bottom),
  };
}

export function treePlaces(figure: TreeFigure, box: ShapeBox): Placed[] {
  const { branches, scale } = figure;
  const order = treeOrder(branches);
  const wide = box.width / Math.max(1, order.length);
  const xs = new Map(order.map((at, i) => [at, box.left + (i + 0.5) * wide]));
  return branches.map((branch, i) => ({
    x: xs.get(i) ?? NaN,
    bottom: yOf(branch.value, scale, box),
    top: yOf(branch.saddle, scale, box),
    to: branch.joins === null ? null : (xs.get(branch.joins) ?? null),
  }));
}

/** What lies beyond the scale stands at its end. */
function yOf(value: number, scale: ChartScale, box: ShapeBox): number {
  const share = value === Infinity ? 1 : fraction(scale, value);
  const within = Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
  return box.top + (1 - within) * box.height;
}

function ticksOf({ range: [min, max], log }: ChartScale, height: number) {
  const count = Math.max(2, Math.floor(height / 36));
  return log ? logTicks(min, max, count) : numberTicks(min, max, count);
}

export function treeShapes(figure: TreeFigure, box: ShapeBox, colors: Colors): Shape[] {
  const line = (points: readonly number[], stroke: string, width: number): Shape => ({
    kind: "path",
    points: Float64Array.from(points),
    fill: null,
    stroke,
    width,
  });
  const { scale } = figure;
  const ticks = ticksOf(scale, box.height);
  const at = (value: number): number => yOf(value, scale, box);
  const shapes = axisShapes({ side: "left", ticks, at }, box, colors);
  const places = treePlaces(figure, box);
  const wide = box.width / Math.max(1, places.length);
  places.forEach(({ x, bottom, top, to }, i) => {
    const isLit = i === figure.lit;
    const color = isLit ? figure.color : colors.text;
    const ends = to === null ? [x, bottom, x, top] : [x, bottom, x, top, to, top];
    shapes.push(line(ends, color, isLit ? 2.5 : 1.5));
    shapes.push({
      kind: "circle",
      x,
      y: bottom,
      radius: isLit ? 4.5 : 3,
      fill: color,
      stroke: colors.surface,
      width: 1,
    });
    if (wide < 14 && !isLit) return;
    shapes.push({
      kind: "text",
      x,
      y: bottom + 15,
      text: figure.branches[i]?.name ?? "",
      anchor: "middle",
      fill: color,
      halo: colors.surface,
      bold: isLit,
    });
  });
  return shapes;
}

/** The branch whose line is nearest to a place; -1: there is none. */
export function branchAt(figure: TreeFigure, box: ShapeBox, at: { x: number; y: number }): number {
  let [found, least] = [-1, Infinity];
  treePlaces(figure, box).forEach(({ x, bottom, top }, i) => {
    const off = Math.max(0, top - at.y, at.y - bottom);
    const distance = Math.hypot(at.x - x, off / 2);
    if (distance < least) [found, least] = [i, distance];
  });
  return found;
}
