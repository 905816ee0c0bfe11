/** Arrays of any shape and number type, as payloads hold them. */

import { floats } from "./columns";
import { DecodeError, describe, number } from "./decode";
import { choice, fields, list } from "./shapes";

export type TypedArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** An array of more or less than one dimension, its items in row-major order. */
export interface Shaped {
  readonly shape: readonly number[];
  readonly data: TypedArray;
}

const ITEMS = {
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;
const NAMES = [...(Object.keys(ITEMS) as (keyof typeof ITEMS)[]), "i8", "u8"] as const;
const itemName = choice(NAMES);
const sizesOf = list(number);

/**
 * The numbers of `{dtype, data}`, [N]. Integers of 64 bits become floats: exact up to 2^53.
 */
export function typed(value: unknown, where: string): TypedArray {
  const { dtype, data } = fields(value, where);
  const plain = typeof dtype === "string" ? dtype.replace(/^[<|]/, "") : dtype;
  const item = itemName(plain, `${where}.dtype`);
  if (item === "i8") return floats({ dtype: "i8", data }, where);
  if (!(data instanceof Uint8Array)) throw new DecodeError(`${where}.data`, typeof data, "bytes");
  const size = Number(item[1]);
  if (data.byteLength % size !== 0) {
    const want = `a multiple of ${size}`;
    throw new DecodeError(`${where}.data`, `${data.byteLength} bytes`, want);
  }
  // A msgpack bin lies at any offset of the answer; a copy of its own lies at 0.
  const { buffer, byteOffset } = data.byteOffset % size === 0 ? data : data.slice();
  const count = data.byteLength / size;
  if (item !== "u8") return new ITEMS[item](buffer as ArrayBuffer, byteOffset, count);
  const halves = new Uint32Array(buffer, byteOffset, 2 * count);
  return Float64Array.from(
    { length: count },
    (_, i) => (halves[2 * i + 1] as number) * 4294967296 + (halves[2 * i] as number),
  );
}

/** An array with its shape; one that comes without has one dimension. */
export function shaped(value: unknown, where: string): Shaped {
  const { shape } = fields(value, where);
  const data = typed(value, where);
  if (shape === undefined) return { shape: [data.length], data };
  const sizes = sizesOf(shape, `${where}.shape`);
  const want = sizes.reduce((product, size) => product * size, 1);
  if (want !== data.length) {
    throw new DecodeError(`${where}.data`, `${data.length} items`, `${want} items`);
  }
  return { shape: sizes, data };
}

/** The same value, with every array in it decoded: a typed array, or a `Shaped` one if it has a shape. */
export function arraysIn(value: unknown, where: string): unknown {
  if (Array.isArray(value)) return value.map((item, i) => arraysIn(item, `${where}[${i}]`));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const given = fields(value, where);
  if ("dtype" in given && given.data instanceof Uint8Array) {
    return "shape" in given ? shaped(given, where) : typed(given, where);
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, item]) => [name, arraysIn(item, `${where}.${name}`)]),
  );
}

/** A column of floats in a payload whose arrays are decoded. */
export function decodedFloats(value: unknown, where: string): Float64Array {
  if (value instanceof Float64Array) return value;
  throw new DecodeError(where, describe(value), "a column of floats");
}

/** The items of `one`, and behind them those of `other`. */
export function joined<T extends TypedArray>(one: T, other: T): T {
  const all = new (one.constructor as new (length: number) => T)(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
