/** Axes: where the drawing lies, and the lines and words around it. */

import { durationTicks, numberTicks, type Ticks } from "../../lib/ticks";
import { duration } from "../../lib/durations";
import { formatCount } from "../../lib/format";
import { shortNumber } from "../../lib/numbers";
import { walltime, walltimeTicks } from "../../lib/walltimes";
import { lineHeight } from "../common/axes";
import type { HeightScale } from "./heights";
import type { HistogramAxisKind, Shape } from "./types";

/** The axis below a drawing. */
export const bottomSide = { side: "bottom", mark: "none" } as const;

export type HistogramRange = readonly [number, number];

export function ticksOf(
  [min, max]: HistogramRange,
  kind: HistogramAxisKind | "value",
  count: number,
): Ticks {
  if (min === max) return { at: [min], labels: [labelOf(min, kind)] };
  if (kind === "relative") return durationTicks(min, max, count);
  if (kind === "wall") return walltimeTicks(min, max, count);
  return numberTicks(min, max, count, kind === "integer");
}

function labelOf(value: number, kind: HistogramAxisKind | "value"): string {
  if (kind === "relative") return duration(value);
  if (kind === "wall") return walltime(value).replace(" ", "\n");
  return kind === "integer" ? formatCount(value) : shortNumber(value);
}

export function textOf(
  x: number,
  y: number,
  text: string,
  anchor: "start" | "middle" | "end",
  fill: string,
): Shape[] {
  return text
    .split("\n")
    .map((line, i) => ({ kind: "text", x, y: y + i * lineHeight, text: line, anchor, fill }));
}

export function lineOf(x1: number, y1: number, x2: number, y2: number, stroke: string): Shape {
  return {
    kind: "path",
    points: Float64Array.of(x1, y1, x2, y2),
    fill: null,
    stroke,
    width: 1,
  };
}

/** Ticks of heights, to the left of the drawing. */
export function heightTicks(scale: HeightScale, pixels: number): Ticks {
  const count = Math.max(2, Math.floor(pixels / 34));
  if (!scale.log) return numberTicks(0, scale.top, count);
  const at = [0];
  const powers = Math.floor(Math.log10(scale.top));
  for (let power = powers; power > powers - 12 && scale.share(10 ** power) > 0.06; power--) {
    at.splice(1, 0, 10 ** power);
  }
  const every = Math.max(1, Math.ceil(at.length / count));
  const kept = at.filter((_, i) => i === 0 || (at.length - 1 - i) % every === 0);
  return { at: kept, labels: kept.map((value) => shortNumber(value, 3)) };
}
