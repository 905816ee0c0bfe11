/** Cells as text: the numbers of a column with the same precision, so that they can be compared. */

import { shortNumber } from "../numbers";
import { type Column, MISSING, NUMBER } from "./types";

/** Significant digits of the largest number of a column. */
const digits = 4;
/** Fewer significant digits than this say too little of a number. */
const leastDigits = 2;
/** So many of the numbers, as a share, may be too small for the decimals of the others. */
const fewSmall = 0.1;

/** Characters of a number that somebody chose. */
const shortest = 6;

export type Write = (number: number) => string;

interface Extent {
  /** The largest absolute finite number. */
  readonly most: number;
  readonly areWhole: boolean;
  /** Whether each is written in a few characters. */
  readonly areShort: boolean;
}

function extentOf({ numbers }: Column): Extent {
  let [most, areWhole, areShort] = [0, true, true];
  for (const number of numbers) {
    const size = Math.abs(number);
    if (!(size < Infinity)) continue;
    if (size > most) most = size;
    areWhole &&= Number.isInteger(number);
    areShort &&= areWhole || String(number).length <= shortest;
  }
  return { most, areWhole, areShort };
}

/** Share of the numbers that are closer to 0 than `bound`, but not 0. */
function shareBelow({ numbers }: Column, bound: number): number {
  let [small, all] = [0, 0];
  for (const number of numbers) {
    const size = Math.abs(number);
    if (!(size > 0 && size < Infinity)) continue;
    all++;
    if (size < bound) small++;
  }
  return all === 0 ? 0 : small / all;
}

/**
 * How the numbers of a column are written. Whole ones stay whole. Where they lie close together all
 * have the same decimals; where they span orders of magnitude, as learning rates do, each has its
 * own digits.
 */
export function writingOf(column: Column): Write {
  const { most, areWhole, areShort } = extentOf(column);
  // Chosen numbers, such as 0, 1e-4 and 0.01, are read as they were written.
  if ((areWhole && most < 1e7) || (areShort && column.group !== "metrics")) {
    return (number) => special(number) ?? String(number);
  }
  const whole = Math.max(0, Math.floor(Math.log10(most)) + 1);
  const decimals = Math.max(0, digits - whole);
  /** What is smaller is written with digits of its own. */
  const bound = 10 ** (leastDigits - 1 - decimals);
  if (most >= 1e6 || shareBelow(column, bound) > fewSmall) {
    return (number) => special(number) ?? shortNumber(number, digits);
  }
  return (number) => {
    const size = Math.abs(number);
    return (
      special(number) ??
      (size > 0 && size < bound ? shortNumber(number, leastDigits) : number.toFixed(decimals))
    );
  };
}

function special(number: number): string | null {
  if (Number.isFinite(number)) return null;
  return shortNumber(number);
}

/** What stands in a cell; empty where it is missing. */
export function cellText(column: Column, row: number, write: Write): string {
  const code = column.codes[row] ?? MISSING;
  if (code === NUMBER) return write(column.numbers[row] as number);
  return code === MISSING ? "" : String(column.values[code]);
}

/** Where all that is given is a number, a column stands at the right. */
export function isNumeric({ values }: Column): boolean {
  return values.length === 0;
}
