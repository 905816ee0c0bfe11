/**
 * Decoders put together from smaller ones. The type of what comes out is inferred, so that each
 * shape of the API is declared once:
 *
 *     const run = object({ id: text, steps: list(number) });
 *     type Run = Of<typeof run>;
 */

import { DecodeError, describe } from "./decode";

/** @param where - path of the value inside the answer, `scalars.series[3].step`. */
export type Decoder<T> = (value: unknown, where: string) => T;

export type Of<D extends Decoder<unknown>> = ReturnType<D>;

type Shape = Readonly<Record<string, Decoder<unknown>>>;

/** What an object of such fields becomes. */
export type ObjectOf<S extends Shape> = { readonly [K in keyof S]: Of<S[K]> };

/** An object of any fields. */
export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DecodeError(where, describe(value), "an object");
  }
  return value as Fields;
}

/** An object of these fields; others that it has are left out. */
export function object<S extends Shape>(shape: S): Decoder<ObjectOf<S>> {
  const decoders = Object.entries(shape);
  return (value, where) => {
    const given = fields(value, where);
    const out: Record<string, unknown> = {};
    for (const [name, decode] of decoders) out[name] = decode(given[name], `${where}.${name}`);
    return out as ObjectOf<S>;
  };
}

/** An object of those of these fields that are there. */
export function partial<S extends Shape>(shape: S): Decoder<Partial<ObjectOf<S>>> {
  return (value, where) => {
    const there = Object.keys(fields(value, where)).filter((name) => Object.hasOwn(shape, name));
    const chosen = Object.fromEntries(there.map((name) => [name, shape[name] as Decoder<unknown>]));
    return object(chosen)(value, where) as Partial<ObjectOf<S>>;
  };
}

export function list<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new DecodeError(where, describe(value), "a list");
    return value.map((each: unknown, i) => item(each, `${where}[${i}]`));
  };
}

/** An object of any names. */
export function record<T>(item: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return (value, where) => {
    const entries = Object.entries(fields(value, where));
    return Object.fromEntries(
      entries.map(([name, each]) => [name, item(each, `${where}.${name}`)]),
    );
  };
}

/** An object of any names, as a map. */
export function map<T>(item: Decoder<T>): Decoder<ReadonlyMap<string, T>> {
  return mapped(record(item), (items) => new Map(Object.entries(items)));
}

/** null stands for what is not there, too. */
export function nullable<T>(decode: Decoder<T>): Decoder<T | null> {
  return (value, where) => (value === null || value === undefined ? null : decode(value, where));
}

export function choice<const T extends string>(choices: readonly T[]): Decoder<T> {
  return (value, where) => {
    if (choices.includes(value as T)) return value as T;
    throw new DecodeError(where, describe(value), choices.join(" or "));
  };
}

/** What `into` makes of a decoded value; it may refuse one whose parts do not fit together. */
export function mapped<T, U>(decode: Decoder<T>, into: (value: T, where: string) => U): Decoder<U> {
  return (value, where) => into(decode(value, where), where);
}
