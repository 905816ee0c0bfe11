/** Slices of tensors. */

import { shaped, type Shaped } from "./arrays";
import { each } from "./answers";
import { ask } from "./ask";
import { asFields, asNumber, asText, orNull } from "./decode";

export interface TensorSlice {
  /** Of the tensor, such as `float32`. */
  readonly dtype: string;
  /** Of the tensor. */
  readonly shape: readonly number[];
  /** null: only the tensor itself was asked about. */
  readonly values: Shaped | null;
}

export function tensorOf(value: unknown): TensorSlice {
  const answer = asFields(value, "tensor");
  return {
    dtype: asText(answer.dtype, "dtype"),
    shape: each(answer.shape, "shape", asNumber),
    values: orNull(answer.values, "values", shaped),
  };
}

/** One record; with its checksum the browser keeps the answers. */
export interface TensorPlace {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly check: number;
}

/** @param slice - a part for each dimension; null: only dtype and shape. Rejects with an AbortError when aborted. */
export async function fetchTensor(
  { run, tag, step, check }: TensorPlace,
  slice: readonly string[] | null,
  signal?: AbortSignal,
): Promise<TensorSlice> {
  const query = new URLSearchParams({ run, tag, step: String(step), check: String(check) });
  if (slice !== null) query.set("slice", slice.join(","));
  return tensorOf(await ask(`tensor?${query}`, { signal: signal ?? null }));
}
