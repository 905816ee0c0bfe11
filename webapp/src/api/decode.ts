/** From bytes to plain values. What the server sends is checked here, once, and nowhere later. */

import { decode } from "@msgpack/msgpack";

/** The answer has not the shape that docs/http-api.md promises. */
export class DecodeError extends Error {
  /** @param where - path inside the answer, `scalars.series[3].step`. */
  constructor(where: string, got: string, want: string) {
    super(`answer of the server at ${where}: got ${got}, want ${want}`);
    this.name = "DecodeError";
  }
}

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

export function text(value: unknown, where: string): string {
  if (typeof value !== "string") throw new DecodeError(where, describe(value), "a string");
  return value;
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new DecodeError(where, describe(value), "true or false");
  return value;
}

const NONFINITE: Readonly<Record<string, number>> = {
  NaN: NaN,
  Infinity: Infinity,
  "-Infinity": -Infinity,
};

/** A number; in JSON a non-finite one is a string. Integers beyond 2^53 lose their last digits. */
export function number(value: unknown, where: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  const special = typeof value === "string" ? NONFINITE[value] : undefined;
  if (special === undefined) throw new DecodeError(where, describe(value), "a number");
  return special;
}
