/** The table beside the drawings: a row for each landscape, numbers of the record as they are. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import { wholeMetrics } from "../model";

/** A landscape and whose it is. */
export interface Compared {
  /** Key that stays the same through every update. */
  readonly key: string;
  readonly summary: LandscapeSummary;
  /** undefined: not loaded yet. */
  readonly landscape: Landscape | undefined;
  /** Name of the run. */
  readonly name: string;
  readonly color: string;
}

export type MeasureGroup = "center" | "flatness" | "sharpness" | "curvature" | "minima";

export interface ComparedMeasure {
  /** Key that is the same in every language; for a metric at the center `center/NAME`. */
  readonly key: string;
  readonly group: MeasureGroup;
  /** Name of the metric, where the column is one. */
  readonly metric: string | null;
  /** 1: the larger, the flatter; -1: the smaller; 0: it says nothing of that. */
  readonly flatter: -1 | 0 | 1;
  /** undefined: not known. */
  readonly value: (landscape: Landscape) => number | undefined;
  /** How far the value may be off; undefined: not known. */
  readonly error?: (landscape: Landscape) => number | undefined;
}

/** The metric whose flatness is shown: where records differ, that of most. null: none. */
export function flatMetricOf(landscapes: readonly Landscape[]): string | null {
  return byNumber(landscapes.flatMap(({ flatness }) => flatness?.metric ?? []))[0] ?? null;
}

/** Each text once, those first that are there most often. */
export function byNumber(texts: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  for (const each of texts) numbers.set(each, (numbers.get(each) ?? 0) + 1);
  return [...numbers.keys()].sort((a, b) => (numbers.get(b) ?? 0) - (numbers.get(a) ?? 0));
}

const flat = (
  key: string,
  flatter: ComparedMeasure["flatter"],
  value: (flatness: NonNullable<Landscape["flatness"]>) => number | null,
  group: MeasureGroup = "flatness",
): ComparedMeasure => ({
  key,
  flatter,
  group,
  metric: null,
  value: ({ flatness }) => (flatness === null ? undefined : (value(flatness) ?? undefined)),
});

const risen = (
  key: string,
  value: (sharpness: NonNullable<Landscape["sharpness"]>) => number | null,
  error: (sharpness: NonNullable<Landscape["sharpness"]>) => number | null = () => null,
): ComparedMeasure => ({
  key,
  flatter: -1,
  group: "sharpness",
  metric: null,
  value: ({ sharpness }) => (sharpness === null ? undefined : (value(sharpness) ?? undefined)),
  error: ({ sharpness }) => known(sharpness === null ? null : error(sharpness)),
});

/** undefined: not known. */
function known(error: number | null | undefined): number | undefined {
  return error === null || Number.isNaN(error) ? undefined : error;
}

const fixed: readonly ComparedMeasure[] = [
  flat("minimum", 0, ({ minimum }) => minimum),
  flat("area", 1, ({ area }) => area),
  flat("volume", 1, ({ volume }) => volume),
  flat("sharpness", -1, ({ sharpness }) => sharpness),
  risen(
    "meanRise",
    (each) => each.mean,
    (each) => each.mean_error,
  ),
  risen("worstRise", (each) => each.worst),
  risen(
    "adaptiveMean",
    (each) => each.adaptive_mean,
    (each) => each.adaptive_mean_error,
  ),
  risen("adaptiveWorst", (each) => each.adaptive_worst),
  {
    ...flat("curvatureX", -1, ({ curvature_x: along }) => along, "curvature"),
    error: ({ flatness }) => known(flatness?.curvature_x_error),
  },
  {
    ...flat("curvatureY", -1, ({ curvature_y: along }) => along, "curvature"),
    error: ({ flatness }) => known(flatness?.curvature_y_error),
  },
  {
    key: "eigenvalue",
    flatter: -1,
    group: "curvature",
    metric: null,
    value: ({ curvature }) => curvature?.eigenvalues?.[0],
  },
  {
    key: "trace",
    flatter: -1,
    group: "curvature",
    metric: null,
    value: ({ curvature }) => curvature?.trace ?? undefined,
  },
  {
    key: "minima",
    flatter: -1,
    group: "minima",
    metric: null,
    value: ({ topology }) => topology?.count,
  },
  {
    key: "meanDepth",
    flatter: 0,
    group: "minima",
    metric: null,
    value: ({ topology }) => known(topology?.mean_depth),
  },
];

const ofFlatness = new Set(["minimum", "area", "volume", "sharpness", "curvatureX", "curvatureY"]);

function plainDistance(sharpness: Landscape["sharpness"]): string | undefined {
  return sharpness === null ? undefined : String(sharpness.radius);
}

function adaptiveDistance(sharpness: Landscape["sharpness"]): string | undefined {
  if (sharpness === null) return undefined;
  return `${sharpness.adaptive_radius} ${sharpness.adaptive_scale}`;
}

function distanceKey({ key }: ComparedMeasure): "plain" | "adaptive" {
  return key.startsWith("adaptive") ? "adaptive" : "plain";
}

function distanceOf(measure: ComparedMeasure, { sharpness }: Landscape): string | undefined {
  return distanceKey(measure) === "plain" ? plainDistance(sharpness) : adaptiveDistance(sharpness);
}

/** The columns that at least one landscape has a number for. */
export function measuresOf(landscapes: readonly Landscape[]): ComparedMeasure[] {
  const metrics = wholeMetrics([
    ...new Set(landscapes.flatMap(({ center }) => [...center.keys()])),
  ]);
  const center = metrics.map((metric): ComparedMeasure => ({
    key: `center/${metric}`,
    flatter: 0,
    group: "center",
    metric,
    value: ({ center }) => center.get(metric),
  }));
  const flatMetric = flatMetricOf(landscapes);
  const distances = {
    plain: byNumber(landscapes.flatMap(({ sharpness }) => plainDistance(sharpness) ?? []))[0],
    adaptive: byNumber(landscapes.flatMap(({ sharpness }) => adaptiveDistance(sharpness) ?? []))[0],
  };
  const flatness = fixed.map((measure): ComparedMeasure => ({
    ...measure,
    value: (landscape) => {
      // The flatness of another metric would stand under the wrong name.
      const isOther = landscape.flatness?.metric !== flatMetric;
      if (ofFlatness.has(measure.key) && isOther) return undefined;
      // Rises at different distances are no measure of the models.
      if (
        measure.group === "sharpness" &&
        distanceOf(measure, landscape) !== distances[distanceKey(measure)]
      ) {
        return undefined;
      }
      return measure.value(landscape);
    },
  }));
  return [...center, ...flatness].filter(({ value }) =>
    landscapes.some((landscape) => value(landscape) !== undefined),
  );
}
