/** The order of the rows: by several columns, always the same for the same cells. */

import { compareWords } from "../natural";
import { type Column, MISSING, NUMBER } from "./types";

export interface Sort {
  /** Key of the column. */
  readonly key: string;
  readonly descending: boolean;
}

/** A cell without anything to compare comes last in both directions: first NaN, then what is missing. */
const nanRank = 1;
const missingRank = 2;

/**
 * Numbers by which the rows of a column stand, [rows], and how far at the end a cell stands, [rows].
 * Words stand behind all numbers: null, false, true, then texts in natural order.
 */
function ranked(column: Column): { readonly places: Float64Array; readonly ends: Uint8Array } {
  const { numbers, codes, values } = column;
  const inOrder = values.map((_, code) => code).sort((a, b) => compareValues(values, a, b));
  const wordPlaces = new Float64Array(values.length);
  inOrder.forEach((code, place) => (wordPlaces[code] = place));
  const places = new Float64Array(codes.length);
  const ends = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code === NUMBER) {
      const number = numbers[row] as number;
      if (Number.isNaN(number)) ends[row] = nanRank;
      else places[row] = number;
    } else if (code === MISSING) ends[row] = missingRank;
    else places[row] = wordPlaces[code] as number;
  }
  return { places, ends };
}

function sortOf(value: string | boolean | null | undefined): number {
  if (value === null || value === undefined) return 0;
  return value === false ? 1 : value === true ? 2 : 3;
}

function compareValues(values: Column["values"], a: number, b: number): number {
  const [one, other] = [values[a], values[b]];
  if (typeof one === "string" && typeof other === "string") return compareWords(one, other);
  return sortOf(one) - sortOf(other);
}

type Compare = (row: number, other: number) => number;

function comparing(column: Column, descending: boolean): Compare {
  const { places, ends } = ranked(column);
  const { codes } = column;
  const sign = descending ? -1 : 1;
  return (row, other) => {
    const [end, otherEnd] = [ends[row] as number, ends[other] as number];
    if (end !== 0 || otherEnd !== 0) return end - otherEnd;
    const [isWord, otherIsWord] = [codes[row] !== NUMBER, codes[other] !== NUMBER];
    if (isWord !== otherIsWord) return sign * (Number(isWord) - Number(otherIsWord));
    const [place, otherPlace] = [places[row] as number, places[other] as number];
    // Not their difference: that of two infinities is no number.
    return place < otherPlace ? -sign : place > otherPlace ? sign : 0;
  };
}

/**
 * @param sorts - the first decides; the next ones where those before see no difference.
 * @returns a new array; rows that are equal in every sort stay in the order in which they came.
 */
export function sortRows(
  rows: Int32Array,
  sorts: readonly Sort[],
  columnOf: (key: string) => Column | undefined,
): Int32Array {
  const compares = sorts.flatMap(({ key, descending }) => {
    const column = columnOf(key);
    return column === undefined ? [] : [comparing(column, descending)];
  });
  if (compares.length === 0) return rows.slice();
  // Typed arrays sort stably, as arrays do.
  return rows.slice().sort((row, other) => {
    for (const compare of compares) {
      const order = compare(row, other);
      if (order !== 0) return order;
    }
    return 0;
  });
}
