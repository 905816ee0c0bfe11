/** What some trials have, line by line. */

import { changeOf, changeWithShare } from "../../lib/change";
import { fullNumber, shortNumber } from "../../lib/numbers";
import { NUMBER, type Column, type TableGroup, valueAt } from "../../lib/table/types";

export interface DifferenceCell {
  /** As it is shown; null where it is missing. */
  readonly text: string | null;
  /** A number that is not finite. */
  readonly isNan: boolean;
  /** Against the first one, for numbers; empty where it would say nothing. */
  readonly change: string;
}

export interface DifferenceLine {
  readonly key: string;
  readonly group: TableGroup;
  readonly name: string;
  readonly cells: readonly DifferenceCell[];
  readonly isSame: boolean;
}

/** One for each column in which any of the rows has something. */
export function linesOf(columns: readonly Column[], rows: readonly number[]): DifferenceLine[] {
  const [first = -1] = rows;
  return columns.flatMap((column) => {
    const isSame = rows.every((row) => isEqual(column, first, row));
    const short = rows.map((row) => textOf(column, row));
    if (short.every((text) => text === null)) return [];
    const cells = rows.map((row, i): DifferenceCell => {
      // What differs must not read the same.
      const isDoubled = rows.some(
        (other, j) => i !== j && short[i] === short[j] && !isEqual(column, row, other),
      );
      const isNumber = column.codes[row] === NUMBER;
      return {
        text: isDoubled && isNumber ? fullNumber(column.numbers[row] ?? NaN) : (short[i] ?? null),
        isNan: isNumber && !Number.isFinite(column.numbers[row]),
        change: i === 0 ? "" : changeBetween(column, first, row),
      };
    });
    return [{ key: column.key, group: column.group, name: column.name, cells, isSame }];
  });
}

function isEqual(column: Column, a: number, b: number): boolean {
  return valueAt(column, a) === valueAt(column, b) || (isNan(column, a) && isNan(column, b));
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

function isNan({ codes, numbers }: Column, row: number): boolean {
  return codes[row] === NUMBER && Number.isNaN(numbers[row]);
}

/** From a to b, `+0.12 (+30 %)`; empty where it would say nothing. */
function changeBetween({ group, codes, numbers }: Column, a: number, b: number): string {
  // Of two machines nobody asks by how many percent.
  if (group === "environment") return "";
  if (codes[a] !== NUMBER || codes[b] !== NUMBER) return "";
  const change = changeOf(numbers[a] ?? NaN, numbers[b] ?? NaN);
  return change === null || change.by === 0 ? "" : changeWithShare(change);
}

/** Packages that any has, by name. */
export function packageLines(all: readonly ReadonlyMap<string, string>[]): DifferenceLine[] {
  const names = [...new Set(all.flatMap((packages) => [...packages.keys()]))].sort();
  return names.map((name) => {
    const versions = all.map((packages) => packages.get(name) ?? null);
    return {
      key: `package ${name}`,
      group: "environment",
      name,
      cells: versions.map((text) => ({ text, isNan: false, change: "" })),
      isSame: versions.every((version) => version === versions[0]),
    };
  });
}
