/** Columns of numbers, as typed arrays. */

import { DecodeError, describe } from "./decode";
import { choice, fields, mapped, object, type Decoder, type ObjectOf } from "./shapes";

const ITEM_BYTES = { f8: 8, i8: 8, i4: 4, u1: 1 } as const;

type Item = keyof typeof ITEM_BYTES;

/** The bytes of a column, at an address that typed arrays accept. */
function columnBytes(value: unknown, where: string, wanted: readonly Item[]): [Item, Uint8Array] {
  const { dtype, data } = fields(value, where);
  const item = choice(wanted)(dtype, `${where}.dtype`);
  if (!(data instanceof Uint8Array)) {
    throw new DecodeError(`${where}.data`, describe(data), "bytes");
  }
  const size = ITEM_BYTES[item];
  if (data.byteLength % size !== 0) {
    throw new DecodeError(`${where}.data`, `${data.byteLength} bytes`, `a multiple of ${size}`);
  }
  // A msgpack bin lies at any offset of the answer; a copy of its own lies at 0.
  return [item, data.byteOffset % size === 0 ? data : data.slice()];
}

/**
 * A column of numbers, [N].
 * Integers of 64 bits become floats: exact up to 2^53, which is beyond any step of a training.
 */
export function floats(value: unknown, where: string): Float64Array {
  const [item, bytes] = columnBytes(value, where, ["f8", "i8", "i4", "u1"]);
  const { buffer, byteOffset, byteLength } = bytes;
  if (item === "f8") return new Float64Array(buffer, byteOffset, byteLength / 8) as Float64Array;
  if (item === "i4") return Float64Array.from(new Int32Array(buffer, byteOffset, byteLength / 4));
  if (item === "u1") return Float64Array.from(bytes);
  // Two halves instead of BigInt: about twenty times as fast.
  const low = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const high = new Int32Array(buffer, byteOffset, byteLength / 4);
  const out = new Float64Array(byteLength / 8);
  for (let i = 0; i < out.length; i++) {
    out[i] = (high[2 * i + 1] as number) * 4294967296 + (low[2 * i] as number);
  }
  return out;
}

/** A column of 32-bit integers, [N]. */
export function ints(value: unknown, where: string): Int32Array {
  const [item, bytes] = columnBytes(value, where, ["i4", "i8", "u1"]);
  if (item !== "i4") return Int32Array.from(floats(value, where));
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** A column of bytes, [N]. */
export function bytes(value: unknown, where: string): Uint8Array {
  return columnBytes(value, where, ["u1"])[1];
}

interface Sized {
  readonly length: number;
}

/** Refuse columns of different lengths. */
export function sameLength(where: string, columns: Readonly<Record<string, Sized | null>>): void {
  const [first] = Object.values(columns);
  const want = first?.length ?? 0;
  for (const [name, column] of Object.entries(columns)) {
    if (column !== null && column.length !== want) {
      throw new DecodeError(`${where}.${name}`, `${column.length} items`, `${want} items`);
    }
  }
}

/** An object of columns, all of one length. */
export function table<S extends Readonly<Record<string, Decoder<Sized | null>>>>(
  shape: S,
): Decoder<ObjectOf<S>> {
  return mapped(object(shape), (columns, where) => {
    sameLength(where, columns as Readonly<Record<string, Sized | null>>);
    return columns;
  });
}
