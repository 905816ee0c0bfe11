/** The rows of the table: a landscape of each run, with its repeats under it. */

import type { Landscape } from "../../../api/landscapes";
import type { Compared, ComparedMeasure } from "./measures";

export interface ComparedRow {
  readonly compared: Compared;
  /** Landscapes of the same run which differ in their seed only; empty: there is only this one, or only it is wanted. */
  readonly repeats: readonly Compared[];
}

/** A number of a row; of repeats their mean, and how far they lie apart. */
export interface MeasuredValue {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** How many landscapes it is of. */
  readonly count: number;
}

/** The loaded landscapes that a row is of. */
export function loadedOf({ compared, repeats }: ComparedRow): Landscape[] {
  const all = repeats.length > 0 ? repeats : [compared];
  return all.flatMap(({ landscape }) => (landscape === undefined ? [] : [landscape]));
}

/** undefined: not known of any. */
export function measuredOf(measure: ComparedMeasure, row: ComparedRow): MeasuredValue | undefined {
  const values = loadedOf(row).flatMap((landscape) => measure.value(landscape) ?? []);
  const count = values.length;
  if (count === 0) return undefined;
  const value = values.reduce((sum, each) => sum + each, 0) / count;
  return { value, low: Math.min(...values), high: Math.max(...values), count };
}

/** Keys of the flattest by a measure: none where it says nothing, or where all are alike. */
export function flattest(
  measure: ComparedMeasure,
  rows: readonly ComparedRow[],
): ReadonlySet<string> {
  const known = rows.flatMap((row) => {
    const value = measuredOf(measure, row)?.value ?? NaN;
    // A ridge is no flatter than a valley that is bent as much.
    const bent = measure.flatter < 0 ? -Math.abs(value) : value;
    return Number.isNaN(bent) ? [] : [{ key: row.compared.key, bent }];
  });
  const best = Math.max(...known.map(({ bent }) => bent));
  const found = known.filter(({ bent }) => bent === best);
  if (measure.flatter === 0 || found.length === known.length) return new Set();
  return new Set(found.map(({ key }) => key));
}

/** Keys of the flattest by each measure. */
export function flattestOf(
  measures: readonly ComparedMeasure[],
  rows: readonly ComparedRow[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(measures.map((each) => [each.key, flattest(each, rows)]));
}

/** Along an axis; with fewer, area and greatest loss depend on where the points happen to lie. */
const fewest = 31;

function isCoarse({ x, y }: Pick<Landscape, "x" | "y">): boolean {
  return Math.min(x.length, y?.length ?? Infinity) < fewest;
}

/** How the curvatures along the axes of a row are not exact; null: they are, or the measure is another one. */
export function fitOf({ key }: ComparedMeasure, row: ComparedRow): "fit" | "grid" | null {
  if (key !== "curvatureX" && key !== "curvatureY") return null;
  const methods = loadedOf(row).map(({ flatness }) => flatness?.curvature_method);
  return methods.includes("grid") ? "grid" : methods.includes("fit") ? "fit" : null;
}

/** How far a number may be off: of one landscape only, since repeats show how far they lie apart. */
export function errorOf(measure: ComparedMeasure, row: ComparedRow): number | undefined {
  const [landscape, other] = loadedOf(row);
  return landscape === undefined || other !== undefined ? undefined : measure.error?.(landscape);
}

/** Whether a number of a row is only roughly so: it is read off a coarse grid. */
export function isRough({ key }: ComparedMeasure, row: ComparedRow): boolean {
  const coarse = loadedOf(row).filter(isCoarse);
  if (key === "sharpness") {
    return coarse.some(({ flatness }) => flatness?.sharpness_method !== "points");
  }
  return (key === "area" || key === "volume") && coarse.length > 0;
}
