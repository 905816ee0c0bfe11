/** A slice as a table of rows and columns. */

import { formatPart, parsePart, placeOf, type TensorPart, type PartError } from "./slices";

export interface TensorGrid {
  /** A part for each dimension. */
  readonly parts: readonly TensorPart[];
  /** Which dimension goes down, and which to the right; -1: none. */
  readonly down: number;
  readonly right: number;
  readonly rows: number;
  readonly columns: number;
}

export type TensorTableError =
  | { readonly error: PartError; readonly dimension: number }
  | { readonly error: "tooMany"; readonly dimension: number };

/** @param texts - one for each dimension of `shape`. A single range goes down. */
export function tableOf(
  texts: readonly string[],
  shape: readonly number[],
): TensorGrid | TensorTableError {
  const parts: TensorPart[] = [];
  const ranges: number[] = [];
  for (const [dimension, size] of shape.entries()) {
    const part = parsePart(texts[dimension] ?? "", size);
    if (part.kind === "error") return { error: part.error, dimension };
    if (part.kind === "range") ranges.push(dimension);
    if (ranges.length > 2) return { error: "tooMany", dimension };
    parts.push(part);
  }
  const [down = -1, right = -1] = ranges;
  const countOf = (dimension: number): number => {
    const part = parts[dimension];
    return part?.kind === "range" ? part.count : 1;
  };
  return { parts, down, right, rows: countOf(down), columns: countOf(right) };
}

/** What the server is asked for some rows and columns. */
export function sliceOf(
  { parts, down, right }: TensorGrid,
  rows: readonly [number, number],
  columns: readonly [number, number],
): string[] {
  return parts.map((part, dimension) => {
    if (dimension === down) return formatPart(part, ...rows);
    if (dimension === right) return formatPart(part, ...columns);
    return formatPart(part);
  });
}

/** The number that a row or column has in its dimension; empty where there is none. */
export function headOf({ parts }: TensorGrid, dimension: number, i: number): string {
  const part = parts[dimension];
  return part === undefined ? "" : String(placeOf(part, i));
}

/** Where a cell is in the tensor: `[0, 3, 5]`. */
export function cellPlace({ parts, down, right }: TensorGrid, row: number, column: number): string {
  const places = parts.map((part, dimension) =>
    placeOf(part, dimension === down ? row : dimension === right ? column : 0),
  );
  return `[${places.join(", ")}]`;
}
