/** Spectral densities by step as a heat map, with what belongs to each step as lines over it. */

import type { Landscape } from "../../../api/landscapes";
import type {
  HistogramCurve,
  HistogramFigure,
  HistogramLayer,
} from "../../../charts/histogram/types";
import { numbersOf, type SnapshotNumbers } from "./model";

/** Rows of the heat map. */
const rows = 160;
/** Times the largest eigenvalue: a line farther off would flatten everything else. */
const farthest = 2;

export interface LineWords {
  readonly top: string;
  readonly edge: string;
  readonly critical: string;
  readonly x: string;
  readonly y: string;
}

export const dashes = { top: [], edge: [7, 4], critical: [2, 3] } as const;

export type LineName = keyof typeof dashes;

/** The lines of which there is something to see. */
export function linesOf(
  numbers: readonly SnapshotNumbers[],
  wanted: Readonly<Record<LineName, boolean>>,
): LineName[] {
  return (["top", "edge", "critical"] as const).filter(
    (name) => wanted[name] && numbers.some((each) => Number.isFinite(each[name])),
  );
}

/** @param landscapes - by step, of which some may have no density. */
export function figureOf(
  landscapes: readonly Landscape[],
  lines: readonly LineName[],
  words: LineWords,
  color: string,
): HistogramFigure {
  const numbers = landscapes.map(numbersOf);
  const [low, high] = rangeOf(landscapes, numbers, lines);
  const size = (high - low) / rows;
  const counts = landscapes.flatMap((each) => sharesOf(each, low, size));
  const edges = landscapes.flatMap(() =>
    Array.from({ length: rows + 1 }, (_, i) => low + i * size),
  );
  const layer: HistogramLayer = {
    key: landscapes[0]?.run ?? "",
    name: words.y,
    color,
    at: Float64Array.from(landscapes, ({ step }) => step),
    offset: Float64Array.from({ length: landscapes.length + 1 }, (_, i) => i * rows),
    counts: Float64Array.from(counts),
    edges: Float64Array.from(edges),
    quantiles: new Float64Array(0),
    curves: lines.map((name): HistogramCurve => ({
      name: words[name],
      values: Float64Array.from(numbers, (each) => within(each[name], low, high)),
      dash: dashes[name],
    })),
  };
  return {
    layers: [layer],
    axis: "integer",
    mode: "heat",
    height: "count",
    log: false,
    lift: 1,
    angle: 0,
    lines: false,
    labels: { x: words.x, y: words.y },
  };
}

/** Lines that lie above the picture at every step, with the least of their values. */
export function aboveOf(
  figure: HistogramFigure,
  numbers: readonly SnapshotNumbers[],
  lines: readonly LineName[],
): ReadonlyMap<LineName, number> {
  const curves = figure.layers[0]?.curves ?? [];
  return new Map(
    lines.flatMap((name, i): [LineName, number][] => {
      const isSeen = curves[i]?.values.some(Number.isFinite) !== false;
      const values = numbers.map((each) => each[name]).filter(Number.isFinite);
      return isSeen || values.length === 0 ? [] : [[name, Math.min(...values)]];
    }),
  );
}

function within(value: number, low: number, high: number): number {
  return value >= low && value <= high ? value : NaN;
}

function rangeOf(
  landscapes: readonly Landscape[],
  numbers: readonly SnapshotNumbers[],
  lines: readonly LineName[],
): readonly [number, number] {
  const ends = landscapes.flatMap(({ curvature }) => {
    const x = curvature?.density?.x ?? curvature?.eigenvalues ?? new Float64Array(0);
    return [Math.min(...x), Math.max(...x)];
  });
  const known = ends.filter(Number.isFinite);
  let [low, high] = [Math.min(0, ...known), Math.max(...known)];
  for (const name of lines) {
    for (const each of numbers) {
      if (each[name] <= farthest * high) high = Math.max(high, 1.03 * each[name]);
    }
  }
  if (!(high > low)) [low, high] = [low - 1, low + 1];
  return [low, high];
}

/**
 * How dark each row is, 0 to 1, by the logarithm of the density: a single eigenvalue of many is seen, too.
 * The chart takes shares to the power of 0.6.
 */
function sharesOf({ curvature, settings }: Landscape, low: number, size: number): number[] {
  const density = curvature?.density ?? null;
  if (density === null) return new Array<number>(rows).fill(0);
  const { x, y } = density;
  const top = y.reduce((greatest, each) => Math.max(greatest, each), 0);
  const decades = Math.min(8, Math.max(3, Math.log10(settings.parameters ?? 1e4) + 1));
  const [first = NaN, last = NaN] = [x[0], x.at(-1)];
  const spacing = (last - first) / (x.length - 1);
  return Array.from({ length: rows }, (_, row) => {
    const at = (low + (row + 0.5) * size - first) / spacing;
    const before = Math.floor(at);
    const [one = 0, other = 0] = [y[before], y[before + 1]];
    const height = at < 0 || at > x.length - 1 ? 0 : one + (at - before) * (other - one);
    const share = height > 0 ? 1 + Math.log10(height / top) / decades : 0;
    return Math.max(0, share) ** (1 / 0.6);
  });
}
