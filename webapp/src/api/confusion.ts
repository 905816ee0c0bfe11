/** Confusion matrices. */

import { asFields, asList, asText, DecodeError } from "./decode";
import { fetchPayload, type Payload } from "./records";

export interface Confusion {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  /** Of the C classes, in the order as logged. */
  readonly names: readonly string[];
  /** [C * C]: row the class, column the prediction; sums of weights where there are weights. */
  readonly counts: Float64Array;
}

export function confusionOf({ run, tag, step, walltime, payload }: Payload): Confusion {
  const names = asList(payload.class_names, "payload.class_names").map((name, i) =>
    asText(name, `payload.class_names[${i}]`),
  );
  const { data } = asFields(payload.counts, "payload.counts");
  if (!(data instanceof Float64Array) || data.length !== names.length ** 2) {
    const got = data instanceof Float64Array ? `${data.length} counts` : typeof data;
    throw new DecodeError("payload.counts", got, `${names.length} x ${names.length} counts`);
  }
  return { run, tag, step, walltime, names, counts: data };
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
