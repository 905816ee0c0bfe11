/** The line chart's figure of some bundles. */

import type { Landscape } from "../../../api/landscapes";
import {
  NAN,
  NEGATIVE_INFINITY,
  POSITIVE_INFINITY,
  type Area,
  type LineFigure,
  type ChartLine,
  type NonFiniteMarks,
  type QuietLine,
} from "../../../charts/line/types";
import { range } from "../../../lib/landscape/range";
import { shareOf, type LandscapeCut } from "../cut";
import { bandOf, isScore } from "./model";

/** A bundle as it is drawn. */
export interface LinesDrawn {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  /** Loaded ones; never empty. */
  readonly landscapes: readonly Landscape[];
}

export interface LinesWish {
  readonly metrics: readonly string[];
  readonly logLoss: boolean;
  readonly cut: LandscapeCut;
  readonly band: boolean;
}

/** Which line of the figure is what. */
export interface LinesOrigin {
  readonly drawn: number;
  readonly metric: string;
}

const dashes = [undefined, [5, 3], [1.5, 3], [8, 3, 2, 3]] as const;

export function figureOf(
  all: readonly LinesDrawn[],
  { metrics, logLoss, cut, band }: LinesWish,
): { figure: LineFigure; origins: LinesOrigin[] } {
  const lines: ChartLine[] = [];
  const origins: LinesOrigin[] = [];
  const areas: Area[] = [];
  const quiet: QuietLine[] = [];
  all.forEach((drawn, at) => {
    metrics.forEach((metric, i) => {
      const own = drawn.landscapes.filter(({ values }) => values.has(metric));
      const isBand = band && own.length > 2;
      const [first] = own;
      if (first === undefined) return;
      const valuesOf = (each: Landscape) => each.values.get(metric) ?? new Float64Array(0);
      const add = (key: string, y: Float64Array, nonFinite: NonFiniteMarks | null) => {
        const dash = dashes[i % dashes.length];
        lines.push({
          key,
          label: `${drawn.name} · ${metric}`,
          color: drawn.color,
          x: first.x,
          y,
          nonFinite,
          axis: isScore(metric) ? "right" : "left",
          ...(dash === undefined ? {} : { dash }),
        });
        origins.push({ drawn: at, metric });
      };
      if (!isBand) {
        own.forEach((each) => {
          const key = `${drawn.key} ${metric} ${each.id}`;
          add(key, valuesOf(each), nonFiniteOf(each.x, valuesOf(each), each.done));
        });
        return;
      }
      const { low, median, high } = bandOf(own.map(valuesOf));
      add(`${drawn.key} ${metric}`, median, null);
      // Areas and quiet lines are read on the left axis.
      if (isScore(metric)) return;
      areas.push({ color: drawn.color, x: first.x, low, high });
      for (const each of own) quiet.push({ x: each.x, y: valuesOf(each), color: drawn.color });
    });
  });
  const left = lines.filter(({ axis }) => axis === "left").map(({ y }) => y);
  const shown = range(left, shareOf(cut, logLoss ? "log" : "linear", left));
  return {
    figure: {
      lines,
      areas,
      quiet,
      kind: "number",
      logY: logLoss,
      limits: shown === null ? null : [shown.min, shown.max],
    },
    origins,
  };
}

/** Points that are computed and have no height. */
export function nonFiniteOf(
  x: Float64Array,
  values: Float64Array,
  done: Uint8Array,
): NonFiniteMarks | null {
  const found = [...values.keys()].filter((i) => done[i] === 1 && !Number.isFinite(values[i]));
  if (found.length === 0) return null;
  const kind = (value = NaN) =>
    Number.isNaN(value) ? NAN : value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
  return {
    x: Float64Array.from(found, (i) => x[i] ?? NaN),
    what: Uint8Array.from(found, (i) => kind(values[i])),
    count: new Int32Array(found.length).fill(1),
  };
}
