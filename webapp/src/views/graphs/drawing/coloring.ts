/** The color of a box by a number: of its operations, or of what was logged under its name. */

import { hexOf, colorOf as paletteColor } from "../../../lib/palettes";
import type { Outline } from "../../../lib/graph/outline";
import type { Measures } from "../../../lib/graph/measures";

export type BoxColoring = "family" | "flops" | "parameters" | "memory" | "seconds" | "logged";

const PALETTE = "cividis";

/** Numbers of boxes, and their range. */
export interface BoxScale {
  readonly valueOf: (box: number) => number;
  readonly low: number;
  readonly high: number;
  /** Equal distances stand for equal ratios. */
  readonly isLog: boolean;
}

/** The number of a box that colors it; NaN: it has none. */
export function measureOf(
  outline: Outline,
  { totals, bytes, flops: own }: Measures,
  coloring: Exclude<BoxColoring, "family" | "logged">,
): (box: number) => number {
  const { nodes } = outline.graph;
  const ofNode = (node: number): number => {
    if (coloring === "flops") return own[node] ?? NaN;
    if (coloring === "seconds") return nodes.seconds?.[node] ?? NaN;
    return coloring === "memory" ? (bytes[node] ?? NaN) : NaN;
  };
  const columnOf = (phase: number): Float64Array | null => {
    if (coloring === "parameters") return totals.parameters;
    const { flops, bytes: sizes, seconds } = totals.ofPhase[phase] ?? totals;
    return { flops, memory: sizes, seconds }[coloring];
  };
  return (box) => {
    if (outline.isNode(box)) return ofNode(box);
    // Nothing counted is not the same as none at all.
    return (columnOf(outline.phaseOf(box))?.[outline.scopeOf(box)] ?? 0) || NaN;
  };
}

/** @param boxes - those that are closed: a frame shows what is in it. */
export function scaleOf(boxes: readonly number[], valueOf: (box: number) => number): BoxScale {
  let [low, high, least] = [Infinity, -Infinity, Infinity];
  for (const box of boxes) {
    const value = valueOf(box);
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (value > 0) least = Math.min(least, value);
  }
  if (low === Infinity) return { valueOf, low: 0, high: 0, isLog: false };
  const isLog = low >= 0 && least !== Infinity && high / least > 100;
  return { valueOf, low: isLog ? least : low, high, isLog };
}

/** `#rrggbb`; null: the box has no number. */
export function scaleColor({ valueOf, low, high, isLog }: BoxScale, box: number): string | null {
  const value = valueOf(box);
  if (!Number.isFinite(value)) return null;
  const [from, to, at] = isLog
    ? [Math.log(low), Math.log(high), Math.log(Math.max(low, value))]
    : [low, high, value];
  return hexOf(paletteColor(PALETTE, to > from ? (at - from) / (to - from) : 0.5));
}

/** Colors of the scale from low to high. */
export function scaleStops(number: number): string[] {
  return Array.from({ length: number }, (_, i) => hexOf(paletteColor(PALETTE, i / (number - 1))));
}
