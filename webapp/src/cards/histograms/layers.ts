/** From what the server sent to what the chart draws. */

import type { HistogramSeries } from "../../api/histograms";
import type { Payload } from "../../api/records";
import type { Axis } from "../../api/scalars";
import { bucketsOf } from "../../charts/histogram/heights";
import type { HistogramAxisKind, HistogramLayer } from "../../charts/histogram/types";
import { drawnBuckets, isUneven } from "../../lib/even-buckets";

export interface LayerRunLook {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

export const axisKind: Readonly<Record<Axis, HistogramAxisKind>> = {
  step: "integer",
  relative: "relative",
  wall: "wall",
};

/** Where the steps lie on the axis. */
export function placesOf(series: HistogramSeries, axis: Axis): Float64Array {
  if (axis === "step") return series.step;
  const origin = axis === "relative" ? (series.origin ?? 0) : 0;
  // A clock that was set back must not make the axis run backwards.
  let last = -Infinity;
  return series.walltime.map((moment) => (last = Math.max(last, moment - origin)));
}

export function layerOf(series: HistogramSeries, axis: Axis, look: LayerRunLook): HistogramLayer {
  const { run, offset, counts, edges, quantiles } = series;
  const at = placesOf(series, axis);
  return evened({ key: run, ...look, at, offset, counts, edges, quantiles });
}

/** The same with buckets of equal width for each step whose buckets are not. */
function evened(layer: HistogramLayer): HistogramLayer {
  const steps = Array.from(layer.at.keys(), (index) => {
    const [first, end] = bucketsOf(layer, index);
    const edges = layer.edges.subarray(first + index, end + index + 1);
    return { counts: layer.counts.subarray(first, end), edges };
  });
  if (!steps.some(({ edges }) => isUneven(edges))) return layer;
  const drawn = steps.map(drawnBuckets);
  const offset = new Float64Array(drawn.length + 1);
  drawn.forEach(({ counts }, i) => (offset[i + 1] = (offset[i] ?? 0) + counts.length));
  return {
    ...layer,
    offset,
    counts: Float64Array.from(drawn.flatMap(({ counts }) => [...counts])),
    edges: Float64Array.from(drawn.flatMap(({ edges }) => [...edges])),
    evened: new Set(drawn.flatMap((made, i) => (made === steps[i] ? [] : [i]))),
  };
}

const noNumbers = new Float64Array();

/** One record as a layer of one step; null if it is no histogram. */
export function layerOfPayload(
  { run, step, payload }: Payload,
  look: LayerRunLook,
): HistogramLayer | null {
  const { counts, edges } = payload;
  if (!(counts instanceof Float64Array) || !(edges instanceof Float64Array)) return null;
  return evened({
    key: run,
    ...look,
    at: Float64Array.of(step),
    offset: Float64Array.of(0, counts.length),
    counts,
    edges,
    quantiles: noNumbers,
  });
}

export interface LayerStats {
  readonly values: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly std: number;
  readonly nan: number;
  readonly posinf: number;
  readonly neginf: number;
}

export function statsOf(series: HistogramSeries, index: number): LayerStats {
  const item = (column: Float64Array): number => column[index] ?? NaN;
  return {
    values: item(series.values),
    min: item(series.min),
    max: item(series.max),
    mean: item(series.mean),
    std: item(series.std),
    nan: item(series.nan),
    posinf: item(series.posinf),
    neginf: item(series.neginf),
  };
}

export function statsOfPayload({ payload }: Payload): LayerStats {
  const number = (name: string): number => {
    const value = payload[name];
    return typeof value === "number" ? value : NaN;
  };
  return {
    values: number("count"),
    min: number("min"),
    max: number("max"),
    mean: number("mean"),
    std: number("std"),
    nan: number("nan"),
    posinf: number("posinf"),
    neginf: number("neginf"),
  };
}

export interface LayerNonFinite {
  readonly nan: number;
  readonly posinf: number;
  readonly neginf: number;
  /** Steps that have any of them, and the first of these. */
  readonly steps: number;
  readonly first: number | null;
}

/** What no bucket shows, of all steps. */
export function nonFiniteOf(all: readonly HistogramSeries[]): LayerNonFinite {
  let [nan, posinf, neginf, steps] = [0, 0, 0, 0];
  let first: number | null = null;
  for (const series of all) {
    series.step.forEach((step, i) => {
      const here = [series.nan[i] ?? 0, series.posinf[i] ?? 0, series.neginf[i] ?? 0] as const;
      if (here[0] + here[1] + here[2] === 0) return;
      nan += here[0];
      posinf += here[1];
      neginf += here[2];
      steps++;
      first = first === null ? step : Math.min(first, step);
    });
  }
  return { nan, posinf, neginf, steps, first };
}

/** `2 NaN, 1 +∞`; empty without any. */
export function nonFiniteText(counts: Pick<LayerNonFinite, "nan" | "posinf" | "neginf">): string {
  const sorts = [
    [counts.nan, "NaN"],
    [counts.posinf, "+∞"],
    [counts.neginf, "−∞"],
  ] as const;
  return sorts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count.toLocaleString("en")} ${name}`)
    .join(", ");
}
