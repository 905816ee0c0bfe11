/** Precision-recall and ROC curves. */

import { decodedFloats } from "./arrays";
import { number } from "./decode";
import { sameLength } from "./columns";
import { fetchPayload, type Payload } from "./records";
import { object, type Of } from "./shapes";

export type CurveKind = "pr_curve" | "roc_curve";

/**
 * What a classifier calls positive at falling thresholds: point i is what is predicted at least
 * `threshold[i]`. Counts are sums of weights where there are weights.
 */
const points = object({
  /** [P], falling; the first is infinite: nothing is called positive there. */
  threshold: decodedFloats,
  /** [P], rising to `positives`. */
  tp: decodedFloats,
  /** [P], rising to `negatives`. */
  fp: decodedFloats,
  positives: number,
  negatives: number,
  /** Average precision, of all points; NaN without positives. */
  ap: number,
  /** Area under the ROC curve, of all points; NaN without positives or negatives. */
  auc: number,
  samples: number,
  /** Samples left out because something of them is not a number. */
  nan: number,
  /** Points of the exact curve, before some were left out. */
  points: number,
});

export type Curve = Pick<Payload, "run" | "tag" | "step" | "walltime"> & Of<typeof points>;

export function curveOf({ run, tag, step, walltime, payload }: Payload): Curve {
  const curve = points(payload, "payload");
  const { threshold, tp, fp } = curve;
  sameLength("payload", { threshold, tp, fp });
  return { run, tag, step, walltime, ...curve };
}

/** @param check - of the index, so that the browser keeps the answer. */
export async function fetchCurve(
  kind: CurveKind,
  run: string,
  tag: string,
  step: number,
  check: number,
  signal?: AbortSignal,
): Promise<Curve> {
  return curveOf(await fetchPayload(kind, run, tag, step, check, signal));
}
