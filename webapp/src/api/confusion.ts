/** Confusion matrices. */

import { decodedFloats } from "./arrays";
import { DecodeError, text } from "./decode";
import { fetchPayload, type Payload } from "./records";
import { list, object } from "./shapes";

const matrix = object({ class_names: list(text), counts: object({ data: decodedFloats }) });

export interface Confusion {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  /** Names of the C classes, in the order as logged. */
  readonly names: readonly string[];
  /** [C * C]: row the class, column the prediction; sums of weights where there are weights. */
  readonly counts: Float64Array;
}

export function confusionOf({ run, tag, step, walltime, payload }: Payload): Confusion {
  const { class_names: names, counts } = matrix(payload, "payload");
  if (counts.data.length !== names.length ** 2) {
    const want = `${names.length} x ${names.length} counts`;
    throw new DecodeError("payload.counts", `${counts.data.length} counts`, want);
  }
  return { run, tag, step, walltime, names, counts: counts.data };
}

/** @param check - of the index, so that the browser keeps the answer. */
export async function fetchConfusion(
  run: string,
  tag: string,
  step: number,
  check: number,
  signal?: AbortSignal,
): Promise<Confusion> {
  return confusionOf(await fetchPayload("confusion_matrix", run, tag, step, check, signal));
}
