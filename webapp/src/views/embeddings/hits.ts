/** Which points a search finds. Pure. */

import type { MetadataColumn } from "../../api/embeddings";
import { matcher } from "../../lib/search";

export interface EmbeddingHits {
  /** In their order. */
  readonly points: readonly number[];
  /** Why the pattern is invalid, or null. */
  readonly error: string | null;
}

const DIGITS = 7; // what a float32 has

/** The text of a point's metadata; numbers that are not whole are rounded for reading. */
export function cell(column: MetadataColumn, point: number): string {
  const value = column.values[point];
  if (value === undefined) return "";
  const long = typeof value === "number" && !Number.isInteger(value) && Number.isFinite(value);
  return String(long ? Number(value.toPrecision(DIGITS)) : value);
}

/**
 * Points of which a column holds the text or matches the pattern.
 * @param name - of the column; empty: any.
 */
export function search(
  columns: readonly MetadataColumn[],
  name: string,
  query: string,
  number: number,
): EmbeddingHits {
  const { test, error } = matcher(query);
  const named = columns.filter((column) => column.name === name);
  const searched = named.length ? named : columns;
  const points: number[] = [];
  if (error !== null || query.trim() === "") return { points, error };
  for (let i = 0; i < number; i++) {
    if (
      searched.length === 0 ? test(String(i)) : searched.some((column) => test(cell(column, i)))
    ) {
      points.push(i);
    }
  }
  return { points, error };
}
