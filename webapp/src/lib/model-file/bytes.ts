/** Reading numbers of a file, a piece at a time. */

import type { ModelFileSource } from "./model-file";

/** The bytes from `start` to `end`. @throws RangeError where the file has no such bytes. */
export async function bytesOf(
  file: ModelFileSource,
  start: number,
  end: number,
): Promise<Uint8Array> {
  if (!(start >= 0 && start <= end && end <= file.size)) {
    throw new RangeError(`bytes ${start} to ${end} of ${file.size}`);
  }
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A whole number of 64 bits. @throws RangeError where it is larger than numbers are exact. */
export function uint64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value}`);
  return Number(value);
}
