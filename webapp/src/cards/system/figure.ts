/** From the machine's series to lines of a band. */

import type { ScalarSeries } from "../../api/scalars";
import type { ChartLine, ChartRange, LineFigure, QuietLine } from "../../charts/line/types";
import { PALETTE } from "../../lib/colors";
import { compareWords } from "../../lib/natural";
import type { SystemBand } from "../../lib/system";
import { columnsOf } from "../scalars/columns";

/** Seconds since the run began, or since 1970. */
export type SystemAxis = "relative" | "wall";

export interface BandLook {
  readonly axis: SystemAxis;
  /** When the run began, in seconds since 1970. */
  readonly began: number;
  /** So many of what was logged are one of what is shown. */
  readonly unit: number;
  /** Of a line. */
  readonly colorOf: (label: string) => string;
  /** Whether the axis of heights begins at zero. */
  readonly fromZero: boolean;
  /** Seconds since 1970 that all bands reach over together; null: nothing is known yet. */
  readonly extent: ChartRange | null;
}

export function figureOf(
  series: readonly ScalarSeries[],
  { lines }: SystemBand,
  look: BandLook,
): LineFigure {
  const { axis, began, unit, extent } = look;
  const placed = (seconds: number): number => (axis === "wall" ? seconds : seconds - began);
  const labels = new Map(lines.map(({ tag, label }) => [tag, label]));
  return {
    lines: series.map((each): ChartLine => {
      const { x, value } = columnsOf(each, "wall");
      const label = labels.get(each.tag) ?? "";
      return {
        key: each.tag,
        label,
        color: look.colorOf(label),
        x: axis === "wall" ? x : x.map(placed),
        y: unit === 1 ? value : value.map((number) => number / unit),
      };
    }),
    kind: axis,
    // Nothing is drawn of it: bands that begin later, or end sooner, lie where they belong.
    quiet: extent === null ? [] : [spanOf([placed(extent[0]), placed(extent[1])])],
    ends: look.fromZero ? [0, null] : [null, null],
  };
}

function spanOf([first, last]: ChartRange): QuietLine {
  const nowhere = Float64Array.of(NaN, NaN);
  return { x: Float64Array.of(first, last), y: nowhere, color: "transparent", isHidden: true };
}

/** The seconds since 1970 from the first to the last point of all series; null without any. */
export function extentOf(series: readonly ScalarSeries[]): ChartRange | null {
  let [first, last] = [Infinity, -Infinity];
  for (const each of series) {
    const { x } = columnsOf(each, "wall");
    first = Math.min(first, x[0] ?? Infinity);
    last = Math.max(last, x.at(-1) ?? -Infinity);
  }
  return first <= last ? [first, last] : null;
}

/** The last values of lines together: their mean, the least and the largest; null without any. */
export function lastOf(
  series: readonly ScalarSeries[],
  unit: number,
): { mean: number; least: number; most: number; count: number } | null {
  const values = series.flatMap(({ stats: { last } }) =>
    last === null || !Number.isFinite(last) ? [] : [last / unit],
  );
  if (values.length === 0) return null;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    least: Math.min(...values),
    most: Math.max(...values),
    count: values.length,
  };
}

/** The color of each label of some bands: the same in all of them. A line without a label has the run's. */
export function colorsOf(bands: readonly SystemBand[], run: string): (label: string) => string {
  const labels = labelsOf(bands);
  const others = PALETTE.filter((color) => color !== run);
  return (label) => (label === "" ? run : (others[labels.indexOf(label) % others.length] ?? run));
}

/** The labels of all lines, each once. */
export function labelsOf(bands: readonly SystemBand[]): string[] {
  const all = bands.flatMap(({ lines }) => lines.map(({ label }) => label));
  return [...new Set(all)].filter((label) => label !== "").sort(compareWords);
}
