/** Which runs belong together. */

import { PALETTE } from "./colors";
import { compareWords } from "./natural";
import { fullNumber, shortNumber } from "./numbers";
import { MISSING, NUMBER, valueAt, type Column, type Table } from "./table/types";

export interface RunGroup {
  /** The same as long as its meaning is. */
  readonly key: string;
  readonly label: string;
  /** For each thing that it is grouped by. */
  readonly words: readonly string[];
  /** Without the names of what it is grouped by. */
  readonly short: string;
  readonly color: string;
  /** Ids. */
  readonly runs: readonly string[];
  /** Rows of the table, for what is shown of trials. */
  readonly rows: readonly number[];
}

/** Sorts runs by one thing: its word for each row of the table, and the order of these words. */
export interface Sorter {
  readonly name: string;
  wordOf(row: number): string;
  compare(one: string, other: string): number;
}

/** Numbers with more values than this are cut into ranges. */
const mostValues = 8;

/** By the values of a column; numbers with many of them by ranges that hold about as many rows each. */
export function byColumn(column: Column, rows: readonly number[], ranges: number): Sorter {
  const numbers = [
    ...new Set(
      rows.flatMap((row) => (column.codes[row] === NUMBER ? [column.numbers[row] ?? NaN] : [])),
    ),
  ].sort((one, other) => one - other);
  const cut = numbers.length > mostValues ? rangesOf(column, rows, ranges) : null;
  const write = cut === null ? writingOf(numbers, 5) : writingOf(cut, 3);
  const words = new Map<string, number>();
  const wordOf = (row: number): string => {
    const code = column.codes[row] ?? MISSING;
    if (code === MISSING) return missingWord;
    // One that is empty would be no word.
    if (code !== NUMBER) return String(valueAt(column, row)) || '""';
    const number = column.numbers[row] ?? NaN;
    const word = cut === null ? write(number) : rangeWord(cut, number, write);
    if (!words.has(word)) words.set(word, number);
    return word;
  };
  return {
    name: column.name,
    wordOf,
    compare: (one, other) =>
      Number(one === missingWord) - Number(other === missingWord) ||
      (words.get(one) ?? Infinity) - (words.get(other) ?? Infinity) ||
      compareWords(one, other),
  };
}

export const missingWord = "–";

/**
 * How numbers are written: short, unless two would be one word then, as the seeds 20240101 and 20240102.
 * @param numbers - all different.
 */
function writingOf(numbers: readonly number[], digits: number): (number: number) => string {
  const short = (number: number): string => shortNumber(number, digits);
  return new Set(numbers.map(short)).size < numbers.length ? fullNumber : short;
}

/** Ends of the ranges, rising: the first is the smallest value, the last the largest. */
function rangesOf(column: Column, rows: readonly number[], ranges: number): readonly number[] {
  const all = rows
    .flatMap((row) => (column.codes[row] === NUMBER ? [column.numbers[row] ?? NaN] : []))
    .filter((number) => !Number.isNaN(number))
    .sort((one, other) => one - other);
  const ends = Array.from(
    { length: ranges + 1 },
    (_, i) => all[Math.round((i / ranges) * (all.length - 1))] ?? NaN,
  );
  return ends.filter((end, i) => i === 0 || end !== ends[i - 1]);
}

/** A number on the border belongs to the upper range. */
function rangeWord(
  ends: readonly number[],
  number: number,
  write: (number: number) => string,
): string {
  const upper = ends.findIndex((end, i) => i > 0 && (number < end || i === ends.length - 1));
  if (upper < 1 || Number.isNaN(number)) return write(number);
  return `${write(ends[upper - 1] ?? NaN)} … ${write(ends[upper] ?? NaN)}`;
}

/**
 * The groups, in the order of their words, each with a color of its own.
 * @param sorters - one after the other; without any, all runs are one group.
 * @param chosen - whether a run counts.
 */
export function groupRuns(
  table: Table,
  sorters: readonly Sorter[],
  chosen: (run: string) => boolean,
  several: string,
): readonly RunGroup[] {
  const rowsOf = new Map<string, number[]>();
  table.runs.forEach((run, row) => {
    if (!chosen(run)) return;
    const rows = rowsOf.get(run) ?? [];
    rowsOf.set(run, rows);
    rows.push(row);
  });
  const groups = new Map<string, { words: string[]; runs: string[]; rows: number[] }>();
  for (const [run, rows] of rowsOf) {
    // A curve is of a whole run: one whose trials differ has no value of its own.
    const words = sorters.map((sorter) => {
      const own = new Set(rows.map((row) => sorter.wordOf(row)));
      return own.size === 1 ? ([...own][0] ?? "") : several;
    });
    const key = words.map((word) => word.replace(/[\\,]/g, "\\$&")).join(",");
    const group = groups.get(key) ?? { words, runs: [], rows: [] };
    groups.set(key, group);
    group.runs.push(run);
    group.rows.push(...rows);
  }
  const sorted = [...groups].sort(([, one], [, other]) => {
    for (const [i, sorter] of sorters.entries()) {
      const [word = "", next = ""] = [one.words[i], other.words[i]];
      const order =
        Number(word === several) - Number(next === several) || sorter.compare(word, next);
      if (order !== 0) return order;
    }
    return 0;
  });
  return sorted.map(([key, { words, runs, rows }], i) => ({
    key,
    label: words
      .map((word, i) => {
        const { name = "" } = sorters[i] ?? {};
        return name === "" ? word : `${name} = ${word}`;
      })
      .join(" · "),
    words,
    short: words.join(" · "),
    color: PALETTE[i % PALETTE.length] as string,
    runs,
    rows,
  }));
}

/** The groups with the colors that groups of the same keys have in `every`. */
export function recolored(
  groups: readonly RunGroup[],
  every: readonly RunGroup[],
): readonly RunGroup[] {
  const colors = new Map(every.map(({ key, color }) => [key, color]));
  return groups.map((group) => ({ ...group, color: colors.get(group.key) ?? group.color }));
}

/** The label of the group that each run is in, by its id. */
export function labelsOf(groups: readonly RunGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ label, runs }) => runs.map((run) => [run, label] as const)));
}

export function oneOf(ids: readonly string[]): (id: string) => boolean {
  const all = new Set(ids);
  return (id) => all.has(id);
}

/** A hyperparameter that divides the runs well: few values, each with several runs; not the seed. */
export function usefulColumn(columns: readonly Column[]): Column | null {
  const scored = columns
    .filter(({ group, name }) => group === "hparams" && !/seed|trial|^run/i.test(name))
    .map((column) => ({ column, counts: [...countsOf(column).values()] }))
    .filter(({ counts }) => counts.length >= 2 && counts.length <= mostValues)
    .map((each) => ({ ...each, isOdd: isOdd(each.counts) }))
    .sort(
      (one, other) =>
        Number(one.isOdd) - Number(other.isOdd) || one.counts.length - other.counts.length,
    );
  const best = scored.filter(({ isOdd }) => isOdd === scored[0]?.isOdd);
  return best.find(({ column }) => column.values.length > 1)?.column ?? best[0]?.column ?? null;
}

/** Whether all rows but one of several have the same: there is nothing to compare. */
function isOdd(counts: readonly number[]): boolean {
  return counts.length === 2 && Math.min(...counts) === 1 && Math.max(...counts) > 2;
}

/** How many values a column has, missing aside. */
export const distinct = (column: Column): number => countsOf(column).size;

/** How many rows have each value. */
function countsOf({ codes, numbers }: Column): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  codes.forEach((code, row) => {
    if (code === MISSING) return;
    const value = code === NUMBER ? `n${numbers[row] ?? ""}` : `${code}`;
    found.set(value, (found.get(value) ?? 0) + 1);
  });
  return found;
}
