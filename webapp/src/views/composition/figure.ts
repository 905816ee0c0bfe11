/** From the curves of a chart's entries to lines, rows of the table at the cursor, and text. */

import type {
  Area,
  LineFigure,
  Highlight,
  Hover,
  ChartLine,
  ChartRange,
} from "../../charts/line/types";
import { firstAtOrAfter } from "../../charts/line/nearest";
import { aligned, valuesAt } from "../../lib/expressions/align";
import { cellOf } from "../../lib/table/cell";
import type { CompositionCurve } from "./curves";
import { nameOf, type Chart, type ChartEntry } from "../../cards/composition/model";

export interface CompositionLook {
  readonly name: string;
  readonly color: string;
}

/** What is drawn of one entry. */
export interface DrawnEntry {
  readonly entry: ChartEntry;
  readonly curves: readonly CompositionCurve[];
  /** Strokes and gaps in pixels; empty: a plain line. */
  readonly dash: readonly number[];
  /** The ends of its band: of the lower one, and of the upper one. None unless given. */
  readonly ends?: readonly DrawnEnd[];
}

/** One end of a band. */
export interface DrawnEnd {
  readonly entry: ChartEntry;
  readonly curves: readonly CompositionCurve[];
}

/** What lies between the two ends of a run. */
export interface CompositionBand {
  /** Rising, [N]. */
  readonly x: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** One line, and whose it is. In the order of the figure's lines. */
export interface DrawnLine {
  readonly key: string;
  readonly entry: ChartEntry;
  readonly curve: CompositionCurve;
  readonly color: string;
  readonly dash: readonly number[];
  /** null: it has none, or its ends have no points. */
  readonly band: CompositionBand | null;
}

const dashes: readonly (readonly number[])[] = [
  [],
  [7, 4],
  [2, 3],
  [10, 3, 2, 3],
  [14, 5],
  [4, 2, 1, 2],
];

/** Dashes that distinguish entries which have their runs' colors; one of its own color is plain. */
export function dashesOf(entries: readonly ChartEntry[]): readonly (readonly number[])[] {
  let sharing = 0;
  return entries.map(({ color, isShown }) => {
    if (color !== null || !isShown) return [];
    return dashes[sharing++ % dashes.length] ?? [];
  });
}

export function linesOf(
  drawn: readonly DrawnEntry[],
  lookOf: (run: string) => CompositionLook,
): readonly DrawnLine[] {
  return drawn.flatMap(({ entry, curves, dash, ends = [] }, i) =>
    curves.map((curve) => ({
      key: `${i}\n${curve.run}`,
      entry,
      curve,
      color: entry.color ?? lookOf(curve.run).color,
      dash,
      band: bandOf(ends, curve.run),
    })),
  );
}

function bandOf(ends: readonly DrawnEnd[], run: string): CompositionBand | null {
  const points = ends.flatMap(({ curves }) => {
    const curve = curves.find((each) => each.run === run);
    return curve === undefined ? [] : [{ x: curve.x, y: curve.smoothed ?? curve.value }];
  });
  if (points.length < 2) return null;
  const { x, columns } = aligned(points);
  const [low, high] = columns;
  if (x.length === 0 || low === undefined || high === undefined) return null;
  return { x, low, high };
}

/** The lines, and behind each the ends of its band. */
export function linesWithEnds(
  drawn: readonly DrawnEntry[],
  lookOf: (run: string) => CompositionLook,
) {
  return drawn.flatMap((each) => [
    ...linesOf([each], lookOf),
    ...linesOf(
      (each.ends ?? []).map((end) => ({ ...end, dash: [] })),
      lookOf,
    ),
  ]);
}

/** The bands of lines that are read on the left axis: areas have no other. */
function areasOf(lines: readonly DrawnLine[]): readonly Area[] {
  return lines.flatMap(({ entry, color, band }) =>
    band === null || entry.axis === "right" ? [] : [{ color, ...band }],
  );
}

export function figureOf(
  chart: Pick<Chart, "x" | "logX" | "logLeft" | "logRight">,
  lines: readonly DrawnLine[],
  lookOf: (run: string) => CompositionLook,
  highlights: readonly Highlight[] = [],
): LineFigure {
  const several = new Set(lines.map(({ curve }) => curve.run)).size > 1;
  return {
    lines: lines.map(({ key, entry, curve, color, dash }): ChartLine => {
      const { x, value, smoothed, nonFinite } = curve;
      return {
        key,
        label: several ? `${nameOf(entry)} · ${lookOf(curve.run).name}` : nameOf(entry),
        color,
        x,
        y: smoothed ?? value,
        faint: smoothed === null ? null : value,
        nonFinite,
        axis: entry.axis,
        dash,
      };
    }),
    kind: chart.x === "step" ? "integer" : chart.x === "tag" ? "number" : chart.x,
    // Seconds since 1970 lie within a hair of each other on a logarithmic axis.
    logX: chart.logX && chart.x !== "wall",
    logY: chart.logLeft,
    logRight: chart.logRight,
    areas: areasOf(lines),
    // Those of a tag whose lines are read on the right would lie at wrong heights.
    highlights: highlights.filter(({ keys }) =>
      lines.some(({ key, entry }) => entry.axis === "left" && keys?.has(key) !== false),
    ),
  };
}

export interface CompositionRow {
  readonly key: string;
  readonly name: string;
  readonly axis: "left" | "right";
  readonly run: string;
  readonly color: string;
  readonly value: number;
  readonly smoothed: number | null;
  /** Both ends of its band there; null: it has none, or not there. */
  readonly band: readonly [low: number, high: number] | null;
  readonly step: number;
  readonly x: number;
  readonly isNearest: boolean;
  /** The line has ended before the cursor, or begins after it. */
  readonly isApart: boolean;
}

/** The table at the cursor: entries in their order, runs in theirs; a line without a point in sight has no row. */
export function rowsAt(lines: readonly DrawnLine[], hover: Hover): readonly CompositionRow[] {
  return lines.flatMap(({ key, entry, curve, color, band }, position) => {
    const index = hover.indexes[position] ?? -1;
    const step = curve.step[index];
    if (step === undefined) return [];
    return [
      {
        key,
        name: nameOf(entry),
        axis: entry.axis,
        run: curve.run,
        color,
        value: curve.value[index] ?? NaN,
        smoothed: curve.smoothed?.[index] ?? null,
        band: bandAt(band, curve.x[index] ?? NaN),
        step,
        x: curve.x[index] ?? NaN,
        isNearest: position === hover.nearest,
        isApart: hover.apart[position] ?? false,
      },
    ];
  });
}

function bandAt(band: CompositionBand | null, x: number): readonly [number, number] | null {
  if (band === null) return null;
  const place = Float64Array.of(x);
  const [low = NaN, high = NaN] = [band.low, band.high].map(
    (y) => valuesAt(place, { x: band.x, y }).y[0] ?? NaN,
  );
  return Number.isNaN(low) || Number.isNaN(high) ? null : [low, high];
}

const header = ["series", "axis", "run", "step", "x", "value", "smoothed"] as const;

/** The points within a range of x as comma-separated values, as RFC 4180 has them. */
export function shownCsv(
  lines: readonly DrawnLine[],
  nameOfRun: (run: string) => string,
  [low, high]: ChartRange,
): string {
  const rows: string[] = [header.join(",")];
  for (const { entry, curve } of lines) {
    const head = [nameOf(entry), entry.axis, nameOfRun(curve.run)]
      .map((text) => cellOf(text))
      .join(",");
    const { x, step, value, smoothed } = curve;
    for (let i = firstAtOrAfter(x, low); i < x.length && (x[i] ?? Infinity) <= high; i++) {
      const smooth = smoothed === null ? "" : (smoothed[i] ?? NaN);
      rows.push(`${head},${step[i] ?? NaN},${x[i] ?? NaN},${value[i] ?? NaN},${smooth}`);
    }
  }
  return `${rows.join("\r\n")}\r\n`;
}

/** Points of results that have no height, of all lines. */
export function countNonFinite(lines: readonly DrawnLine[]): number {
  return lines.reduce(
    (sum, { curve }) => curve.nonFinite.count.reduce((all, each) => all + each, sum),
    0,
  );
}
