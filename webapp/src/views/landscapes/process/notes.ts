/** Warnings of what a picture of a path seems to say and does not: a plane shows two of very many directions. */

import type { Landscape, LandscapePath } from "../../../api/landscapes";

export type Warning =
  /** So much of the path's variance lies in the plane. */
  | { readonly kind: "variance"; readonly share: number }
  /** Snapshots lie so far off the plane, and the path is so long within it, in the unit of the weights. */
  | { readonly kind: "residual"; readonly most: number; readonly extent: number }
  /** The loss of a snapshot is another one than the plane's below it; of several such where it is most. */
  | {
      readonly kind: "loss";
      readonly step: number;
      readonly own: number;
      readonly plane: number;
    }
  /** The code of the model is not that of the model that was trained. */
  | { readonly kind: "changed" }
  /** Snapshots that were damaged or not finite. */
  | { readonly kind: "leftOut"; readonly steps: readonly number[] }
  /** Fewer than three snapshots. */
  | { readonly kind: "few"; readonly snapshots: number };

/** Below this share of the variance, a plane says little of the path. */
const leastShare = 0.7;
/** Above this share of the path's extent, snapshots are not where they seem to be. */
const mostOff = 0.3;
/** Above this share of the greater one of both losses. */
const mostWrong = 0.25;
/** Share of the range by which losses may differ: those next to zero are nothing to compare with. */
const slack = 0.02;

export function warningsOf({ path, directions, settings }: Landscape): Warning[] {
  const warnings: Warning[] = settings.model_changed ? [{ kind: "changed" }] : [];
  const steps = settings.left_out;
  if (steps.length > 0) warnings.push({ kind: "leftOut", steps });
  if (path === null) return warnings;
  const snapshots = path.step.length;
  if (snapshots < 3) warnings.push({ kind: "few", snapshots });
  const share = directions.explained.reduce((sum, each) => sum + each, 0);
  if (directions.explained.length > 0 && share < leastShare)
    warnings.push({ kind: "variance", share });
  const most = greatest(path.residual);
  const extent = extentOf(path, directions.lengths);
  if (most > mostOff * extent) warnings.push({ kind: "residual", most, extent });
  const wrong = greatestDifference(path);
  if (wrong !== null) warnings.push(wrong);
  return warnings;
}

function greatest(values: Float64Array): number {
  return values.reduce((most, each) => (each > most ? each : most), 0);
}

/** The diagonal of the box around the path. @param lengths - of the directions, where they are known. */
export function extentOf({ x, y }: LandscapePath, lengths: readonly number[]): number {
  const span = (values: Float64Array): number => {
    const known = values.filter(Number.isFinite);
    return known.length === 0 ? 0 : greatest(known.map((each) => each - least(known)));
  };
  const along = y === null ? 0 : span(y) * (lengths[1] ?? 1);
  return Math.hypot(span(x) * (lengths[0] ?? 1), along);
}

function least(values: Float64Array): number {
  return values.reduce((low, each) => (each < low ? each : low), Infinity);
}

function greatestDifference({ loss, trueLoss, step }: LandscapePath): Warning | null {
  const known = [...loss, ...trueLoss].filter(Number.isFinite);
  const range = Math.max(...known) - Math.min(...known);
  let [most, at] = [mostWrong, -1];
  trueLoss.forEach((own, i) => {
    const plane = loss[i] ?? NaN;
    const off = Math.abs(own - plane);
    const share = off / Math.max(Math.abs(own), Math.abs(plane));
    if (off > slack * range && share > most) [most, at] = [share, i];
  });
  if (at < 0) return null;
  return {
    kind: "loss",
    step: step[at] as number,
    own: trueLoss[at] as number,
    plane: loss[at] as number,
  };
}
