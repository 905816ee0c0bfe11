/** From bytes to typed arrays. What the server sends is checked here, once, and nowhere later. */

import { decode } from "@msgpack/msgpack";

/** The answer has not the shape that docs/http-api.md promises. */
export class DecodeError extends Error {
  /** @param where - path inside the answer, `series[3].step`. */
  constructor(where: string, got: string, want: string) {
    super(`answer of the server at ${where}: got ${got}, want ${want}`);
    this.name = "DecodeError";
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** One msgpack value. */
export function unpack(bytes: ArrayBuffer): unknown {
  return decode(new Uint8Array(bytes));
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  return `${typeof value} ${String(value).slice(0, 40)}`;
}

export function asFields(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DecodeError(where, describe(value), "an object");
  }
  return value as Fields;
}

export function asList(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DecodeError(where, describe(value), "a list");
  return value;
}

export function asText(value: unknown, where: string): string {
  if (typeof value !== "string") throw new DecodeError(where, describe(value), "a string");
  return value;
}

export function asFlag(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new DecodeError(where, describe(value), "true or false");
  return value;
}

const NONFINITE: Readonly<Record<string, number>> = {
  NaN: NaN,
  Infinity: Infinity,
  "-Infinity": -Infinity,
};

/** A number; in JSON a non-finite one is a string. Integers beyond 2^53 lose their last digits. */
export function asNumber(value: unknown, where: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  const special = typeof value === "string" ? NONFINITE[value] : undefined;
  if (special === undefined) throw new DecodeError(where, describe(value), "a number");
  return special;
}

export function orNull<T>(
  value: unknown,
  where: string,
  as: (value: unknown, where: string) => T,
): T | null {
  return value === null || value === undefined ? null : as(value, where);
}

export function asChoice<T extends string>(
  value: unknown,
  where: string,
  choices: readonly T[],
): T {
  if (!choices.includes(value as T)) {
    throw new DecodeError(where, describe(value), choices.join(" or "));
  }
  return value as T;
}

type Item = "i8" | "f8" | "i4" | "u1";

const ITEM_BYTES: Readonly<Record<Item, number>> = { i8: 8, f8: 8, i4: 4, u1: 1 };

/** The bytes of a column, at an address that typed arrays accept. */
function columnBytes(value: unknown, where: string, wanted: readonly Item[]): [Item, Uint8Array] {
  const { dtype, data } = asFields(value, where);
  const item = asChoice(dtype, `${where}.dtype`, wanted);
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
export function asFloats(value: unknown, where: string): Float64Array {
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
export function asInts(value: unknown, where: string): Int32Array {
  const [item, bytes] = columnBytes(value, where, ["i4", "i8", "u1"]);
  if (item !== "i4") return Int32Array.from(asFloats(value, where));
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** A column of bytes, [N]. */
export function asBytes(value: unknown, where: string): Uint8Array {
  return columnBytes(value, where, ["u1"])[1];
}

export function text(value: unknown, where: string): string {
  if (typeof value !== "string") throw new DecodeError(where, describe(value), "a string");
  return value;
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new DecodeError(where, describe(value), "true or false");
  return value;
}

/** A number; in JSON a non-finite one is a string. Integers beyond 2^53 lose their last digits. */
export function number(value: unknown, where: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  const special = typeof value === "string" ? NONFINITE[value] : undefined;
  if (special === undefined) throw new DecodeError(where, describe(value), "a number");
  return special;
}
