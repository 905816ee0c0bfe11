/** Precision-recall and ROC curves. */

import { asNumber, DecodeError, type Fields } from "./decode";
import { fetchPayload, type Payload } from "./records";

export type CurveKind = "pr_curve" | "roc_curve";

/**
 * What a classifier calls positive at falling thresholds: point i is what is predicted at least
 * `threshold[i]`. Counts are sums of weights where there are weights.
 */
export interface Curve {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  /** [P], falling; the first is infinite: nothing is called positive there. */
  readonly threshold: Float64Array;
  /** [P], rising to `positives`. */
  readonly tp: Float64Array;
  /** [P], rising to `negatives`. */
  readonly fp: Float64Array;
  readonly positives: number;
  readonly negatives: number;
  /** Average precision, of all points; NaN without positives. */
  readonly ap: number;
  /** Area under the ROC curve, of all points; NaN without positives or negatives. */
  readonly auc: number;
  readonly samples: number;
  /** Samples left out because something of them is not a number. */
  readonly nan: number;
  /** Points of the exact curve, before some were left out. */
  readonly points: number;
}

function columnOf(fields: Fields, name: string): Float64Array {
  const column = fields[name];
  if (column instanceof Float64Array) return column;
  throw new DecodeError(`payload.${name}`, typeof column, "a column of floats");
}

export function curveOf({ run, tag, step, walltime, payload }: Payload): Curve {
  const number = (name: string): number => asNumber(payload[name], `payload.${name}`);
  const columns = {
    threshold: columnOf(payload, "threshold"),
    tp: columnOf(payload, "tp"),
    fp: columnOf(payload, "fp"),
  };
  const lengths = Object.values(columns).map(({ length }) => length);
  if (new Set(lengths).size > 1) {
    throw new DecodeError("payload", `columns of ${lengths.join(", ")} items`, "the same length");
  }
  return {
    ...{ run, tag, step, walltime },
    ...columns,
    positives: number("positives"),
    negatives: number("negatives"),
    ap: number("ap"),
    auc: number("auc"),
    samples: number("samples"),
    nan: number("nan"),
    points: number("points"),
  };
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
