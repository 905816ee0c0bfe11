/** What a curve says: its line in the chart, and the counts at a point. */

import type { Curve, CurveKind } from "../../api/curves";
import type { CurveFigure, CurveLine } from "../../charts/curve/types";

export interface CurveRunLook {
  readonly key: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** Why a curve can't be drawn; null if it can. */
export type Undrawn = "empty" | "noPositives" | "noNegatives" | null;

export function undrawn(kind: CurveKind, { positives, negatives }: Curve): Undrawn {
  if (positives === 0 && negatives === 0) return "empty";
  if (positives === 0) return "noPositives";
  // Precision and recall need none.
  return kind === "roc_curve" && negatives === 0 ? "noNegatives" : null;
}

/** The name of the area under a curve, by its kind. */
export const areaOf = { pr_curve: "ap", roc_curve: "auc" } as const;

/** The counts at one point of a curve, and the shares made of them; a share of nothing is NaN. */
export interface CountsAtThreshold {
  readonly threshold: number;
  readonly tp: number;
  readonly fp: number;
  readonly tn: number;
  readonly fn: number;
  readonly precision: number;
  /** Also called the true positive rate. */
  readonly recall: number;
  readonly fpr: number;
  readonly f1: number;
  readonly accuracy: number;
}

export function confusionAt(curve: Curve, index: number): CountsAtThreshold {
  const { positives, negatives } = curve;
  const tp = curve.tp[index] ?? NaN;
  const fp = curve.fp[index] ?? NaN;
  const fn = rest(positives, tp);
  const tn = rest(negatives, fp);
  return {
    threshold: curve.threshold[index] ?? NaN,
    tp,
    fp,
    tn,
    fn,
    precision: precisionOf(tp, fp),
    recall: tp / positives,
    fpr: fp / negatives,
    f1: (2 * tp) / (2 * tp + fp + fn),
    accuracy: (tp + tn) / (positives + negatives),
  };
}

/** Where nothing is called positive, nothing of it is wrong: 1, as scikit-learn has it. */
function precisionOf(tp: number, fp: number): number {
  return tp + fp === 0 ? 1 : tp / (tp + fp);
}

/** What is left of a sum of weights; not a remnant of its rounding. */
function rest(whole: number, part: number): number {
  const left = whole - part;
  return left < whole * 1e-12 ? 0 : left;
}

/** Index of the point of a classifier that calls positive what is predicted at least `threshold`. */
export function indexAt({ threshold: column }: Curve, threshold: number): number {
  let [low, high] = [0, column.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((column[middle] ?? -Infinity) >= threshold) low = middle;
    else high = middle - 1;
  }
  return high;
}

/** The line of a curve that can be drawn. @param threshold - to be marked; null: none. */
export function lineOf(
  kind: CurveKind,
  curve: Curve,
  look: CurveRunLook,
  threshold: number | null,
): CurveLine {
  const { tp, fp, positives, negatives } = curve;
  const recall = tp.map((count) => count / positives);
  const [x, y] =
    kind === "pr_curve"
      ? [recall, tp.map((count, i) => precisionOf(count, fp[i] ?? NaN))]
      : [fp.map((count) => count / negatives), recall];
  return { ...look, x, y, marked: threshold === null ? -1 : indexAt(curve, threshold) };
}

/** @param f1 - whether lines of equal F1 are drawn. */
export function figureOf(
  kind: CurveKind,
  lines: readonly CurveLine[],
  curves: readonly Curve[],
  words: { readonly x: string; readonly y: string },
  f1: boolean,
): CurveFigure {
  const labels = { xLabel: words.x, yLabel: words.y };
  if (kind === "roc_curve") {
    return { lines, join: "straight", guides: { kind: "diagonal" }, ...labels };
  }
  const noSkill = curves.map(({ positives, negatives }) => positives / (positives + negatives));
  return { lines, join: "steps", guides: { kind: "f1", shown: f1, noSkill }, ...labels };
}

/** The thresholds of some curves: from the least to the greatest, and of probabilities all. */
export function thresholdRange(curves: readonly Curve[]): readonly [number, number] {
  let [least, greatest] = [0, 1];
  for (const { threshold } of curves) {
    // The first is infinite.
    greatest = Math.max(greatest, finite(threshold[1]) ?? greatest);
    least = Math.min(least, finite(threshold[threshold.length - 1]) ?? least);
  }
  return [least, greatest];
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
