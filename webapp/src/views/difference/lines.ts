/** What two trials have, line by line. */

import { fullNumber, shortNumber } from "../../lib/numbers";
import { NUMBER, type Column, type Group, valueAt } from "../../lib/table/types";

export interface DifferenceLine {
  readonly key: string;
  readonly group: Group;
  readonly name: string;
  /** As it is shown; null where it is missing. */
  readonly a: string | null;
  readonly b: string | null;
  /** b - a, for numbers. */
  readonly change: string;
  readonly isSame: boolean;
}

/** One for each column in which either has something. */
export function linesOf(columns: readonly Column[], a: number, b: number): DifferenceLine[] {
  return columns.flatMap((column) => {
    const isSame = valueAt(column, a) === valueAt(column, b) || bothNan(column, a, b);
    let [one, other] = [textOf(column, a), textOf(column, b)];
    if (one === null && other === null) return [];
    // What differs must not read the same.
    const areNumbers = column.codes[a] === NUMBER && column.codes[b] === NUMBER;
    if (!isSame && areNumbers && one === other) {
      [one, other] = [fullNumber(column.numbers[a] ?? NaN), fullNumber(column.numbers[b] ?? NaN)];
    }
    return [
      {
        key: column.key,
        group: column.group,
        name: column.name,
        a: one,
        b: other,
        change: changeOf(column, a, b),
        isSame,
      },
    ];
  });
}

function textOf(column: Column, row: number): string | null {
  const value = valueAt(column, row);
  if (value === undefined) return null;
  return typeof value === "number" ? readable(value) : String(value);
}

/** Whole numbers and what was typed stay as they are; of what was computed the first digits say enough. */
function readable(value: number): string {
  const full = fullNumber(value);
  return full.length <= 9 || Number.isInteger(value) ? full : shortNumber(value, 6);
}

function bothNan(column: Column, a: number, b: number): boolean {
  return isNan(column, a) && isNan(column, b);
}

function isNan({ codes, numbers }: Column, row: number): boolean {
  return codes[row] === NUMBER && Number.isNaN(numbers[row]);
}

/** `+0.12 (+30 %)`; empty where it would say nothing. */
function changeOf({ group, codes, numbers }: Column, a: number, b: number): string {
  // Of two machines nobody asks by how many percent.
  if (group === "environment") return "";
  if (codes[a] !== NUMBER || codes[b] !== NUMBER) return "";
  const [from, to] = [numbers[a] ?? NaN, numbers[b] ?? NaN];
  const change = to - from;
  if (!Number.isFinite(change) || change === 0) return "";
  const sign = change > 0 ? "+" : "−";
  const share = from === 0 ? Infinity : Math.abs(change / from);
  const percent = share < 10 ? ` (${sign}${shortNumber(share * 100, 2)} %)` : "";
  return `${sign}${shortNumber(Math.abs(change), 4)}${percent}`;
}

/** Packages that either has, by name. */
export function packageLines(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): DifferenceLine[] {
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  return names.map((name) => {
    const [one, other] = [a.get(name) ?? null, b.get(name) ?? null];
    return {
      key: `package ${name}`,
      group: "environment",
      name,
      a: one,
      b: other,
      change: "",
      isSame: one === other,
    };
  });
}

/** The rows that a choice of runs begins with: the first trials of the first two runs. */
export function firstRows(runs: readonly string[], chosen: readonly string[]): [number, number] {
  const rows = [...new Set(chosen)].slice(0, 2).map((run) => runs.indexOf(run));
  const [a = -1, b = -1] = rows;
  // Two trials of one run are as good.
  return b >= 0 ? [a, b] : [a, a >= 0 && runs[a + 1] === runs[a] ? a + 1 : -1];
}
