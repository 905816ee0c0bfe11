/** Spectra and maps of the curvature of landscapes. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import type { Spectrum } from "../../../charts/spectrum/spectrum";

export type MapMetric = "max" | "min" | "ratio";

const prefix = "hessian/";

/** Name by which a record calls the values of a map. */
export function metricName(metric: MapMetric): string {
  return prefix + metric;
}

export function isMap({ metrics, y }: LandscapeSummary): boolean {
  return y !== null && metrics.some((metric) => metric.startsWith(prefix));
}

/** The newest landscape of each run that a test holds for. */
export function newestOf(
  landscapes: readonly LandscapeSummary[],
  holds: (summary: LandscapeSummary) => boolean,
): LandscapeSummary[] {
  const seen = new Set<string>();
  return landscapes.filter((summary) => {
    if (!holds(summary) || seen.has(summary.run)) return false;
    seen.add(summary.run);
    return true;
  });
}

/** Values of a map. A ratio that was not recorded is worked out of both ends: |min / max|. */
export function mapOf(landscape: Landscape, metric: MapMetric): Float64Array | null {
  const recorded = landscape.values.get(metricName(metric));
  if (recorded !== undefined) return recorded;
  const [min, max] = [landscape.values.get(`${prefix}min`), landscape.values.get(`${prefix}max`)];
  if (metric !== "ratio" || min === undefined || max === undefined) return null;
  return min.map((value, i) => Math.abs(value / (max[i] ?? NaN)));
}

export function spectrumOf(
  landscape: Landscape,
  look: { readonly key: string; readonly name: string; readonly color: string },
): Spectrum | null {
  const { curvature } = landscape;
  if (curvature === null) return null;
  const eigenvalues = curvature.eigenvalues ?? new Float64Array(0);
  const { key, name, color } = look;
  return {
    key,
    name,
    color,
    density: curvature.density,
    eigenvalues,
    errors: curvature.errors ?? new Float64Array(eigenvalues.length).fill(NaN),
  };
}

/** Numbers of a row of the table; NaN: not known. */
export interface CurvatureRow {
  readonly max: number;
  readonly maxError: number;
  readonly min: number;
  readonly minError: number;
  readonly ratio: number;
  readonly trace: number;
  readonly traceError: number;
  readonly samples: number;
}

export function rowOf({ curvature }: Landscape): CurvatureRow {
  const values = curvature?.eigenvalues ?? new Float64Array(0);
  const [max = NaN, min = NaN] = [values[0], values.at(-1)];
  // The least of a few large ones is not the least of all: only a negative one says anything about the other end.
  const least = min < 0 ? min : NaN;
  return {
    max,
    min: least,
    ratio: Math.abs(least / max),
    maxError: curvature?.errors?.[0] ?? NaN,
    minError: curvature?.errors?.at(-1) ?? NaN,
    trace: curvature?.trace ?? NaN,
    traceError: curvature?.trace_error ?? NaN,
    samples: curvature?.samples ?? NaN,
  };
}
