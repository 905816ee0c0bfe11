/** Which rows pass the filters of their columns, and how filters are written in a link. */

import type { Codec } from "../codec";
import { type Column, type Filter, NUMBER, type Value } from "./types";

export type Filters = ReadonlyMap<string, Filter>;

/** [rows]: 1 for cells that a filter lets through. */
function passingOne({ numbers, codes, values }: Column, filter: Filter): Uint8Array {
  const passes = new Uint8Array(codes.length);
  if (filter.kind === "range") {
    const { from, to } = filter;
    for (let row = 0; row < passes.length; row++) {
      const number = numbers[row] as number;
      // A word's number is NaN, which is in no range.
      if (number >= from && number <= to) passes[row] = 1;
    }
    return passes;
  }
  const wanted = new Set(filter.values);
  const words = Uint8Array.from(values, (value) => Number(wanted.has(value)));
  for (let row = 0; row < passes.length; row++) {
    const code = codes[row] as number;
    if (code >= 0) passes[row] = words[code] as number;
    else if (code === NUMBER) passes[row] = Number(wanted.has(numbers[row] as number));
    else passes[row] = Number(filter.missing);
  }
  return passes;
}

interface Known {
  readonly column: Column;
  readonly passes: Uint8Array;
}

/** A brush that moves changes one filter: what the others let through is still known. */
const known = new WeakMap<Filter, Known>();

function passesOf(column: Column, filter: Filter): Uint8Array {
  const before = known.get(filter);
  if (before?.column === column) return before.passes;
  const passes = passingOne(column, filter);
  known.set(filter, { column, passes });
  return passes;
}

/**
 * @param columnOf - a filter of a column that is not there lets every row pass.
 * @returns [rows]: 1 for those that pass all filters.
 */
export function passing(
  rows: number,
  filters: Filters,
  columnOf: (key: string) => Column | undefined,
): Uint8Array {
  const inside = new Uint8Array(rows).fill(1);
  for (const [key, filter] of filters) {
    const column = columnOf(key);
    if (column === undefined) continue;
    const passes = passesOf(column, filter);
    for (let row = 0; row < rows; row++) inside[row] = (inside[row] as number) & (passes[row] ?? 0);
  }
  return inside;
}

/** @param changes - null takes a filter away. */
export function withFilters(
  filters: Filters,
  changes: Iterable<readonly [string, Filter | null]>,
): Filters {
  const next = new Map(filters);
  for (const [key, filter] of changes) {
    if (filter === null) next.delete(key);
    else next.set(key, filter);
  }
  return next;
}

// --- in a link

/** JSON knows no infinite number and no NaN: an open end is null, NaN a list of its name. */
const nanText = ["NaN"];

function endOf(value: unknown, open: number): number | undefined {
  if (value === null) return open;
  return typeof value === "number" ? value : undefined;
}

function valueOf(value: unknown): Value | undefined {
  if (Array.isArray(value)) {
    const number = Number(value[0]);
    return Number.isFinite(number) ? undefined : number;
  }
  const isValue = value === null || ["string", "number", "boolean"].includes(typeof value);
  return isValue ? (value as Value) : undefined;
}

function filterOf(written: unknown): Filter | undefined {
  if (!Array.isArray(written)) return undefined;
  const [kind, one, other] = written as readonly unknown[];
  if (kind === "range") {
    const [from, to] = [endOf(one, -Infinity), endOf(other, Infinity)];
    return from === undefined || to === undefined ? undefined : { kind, from, to };
  }
  if (kind !== "set" || !Array.isArray(one)) return undefined;
  const values = one.map(valueOf).filter((value) => value !== undefined);
  return values.length === one.length ? { kind, values, missing: other === true } : undefined;
}

function written(filter: Filter): unknown {
  if (filter.kind === "set") {
    const values = filter.values.map((value) => {
      if (typeof value !== "number" || Number.isFinite(value)) return value;
      return Number.isNaN(value) ? nanText : [String(value)];
    });
    return ["set", values, filter.missing];
  }
  const end = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return ["range", end(filter.from), end(filter.to)];
}

export const filtersCodec: Codec<Filters> = {
  parse(text) {
    if (text === "") return new Map();
    try {
      const fields: unknown = JSON.parse(text);
      if (typeof fields !== "object" || fields === null) return undefined;
      const filters = Object.entries(fields).map(([key, value]) => [key, filterOf(value)] as const);
      return new Map(filters.filter((entry): entry is [string, Filter] => entry[1] !== undefined));
    } catch {
      return undefined;
    }
  },
  format(filters) {
    if (filters.size === 0) return "";
    return JSON.stringify(Object.fromEntries([...filters].map(([k, f]) => [k, written(f)])));
  },
};
