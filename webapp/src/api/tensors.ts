/** Slices of tensors. */

import { shaped } from "./arrays";
import { ask } from "./ask";
import { number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const tensorSlice = object({
  /** Type of the tensor's values, such as `float32`. */
  dtype: text,
  /** Shape of the tensor. */
  shape: list(number),
  /** null: only the tensor itself was asked about. */
  values: nullable(shaped),
});
export type TensorSlice = Of<typeof tensorSlice>;

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
  return tensorSlice(await ask(`tensor?${query}`, { signal: signal ?? null }), "tensor");
}
