/** Names of runs by the hyperparameters that distinguish them: `cnn · adam · lr 0.001 · seed 0`. */

import { collect } from "./groups";
import { fullNumber, shortNumber } from "./numbers";
import { cellText, isNumeric, type Write } from "./table/cells";
import { type Column, MISSING, type Table } from "./table/types";

const BETWEEN = " · ";

/** What each hyperparameter adds to the name of a run; empty: nothing. By id. */
export type NameParts = ReadonlyMap<string, readonly string[]>;

/** Significant digits of a number: the first that distinguish as much as all. */
const DIGITS = [3, 5];

/**
 * Texts stand for themselves, numbers and switches behind the last part of their name, in few digits if these will do.
 * @param columns - of hyperparameters that are not the same everywhere.
 * @returns of the runs with one trial: several have no values of their own.
 */
export function namePartsOf(
  table: Pick<Table, "runs" | "trials">,
  columns: readonly Column[],
): NameParts {
  const exact = written(table, columns, fullNumber);
  const distinct = (all: NameParts): number =>
    new Set([...all.values()].map((parts) => parts.join(BETWEEN))).size;
  for (const digits of DIGITS) {
    const short = written(table, columns, (number) =>
      Number.isInteger(number) ? fullNumber(number) : shortNumber(number, digits),
    );
    if (distinct(short) === distinct(exact)) return short;
  }
  return exact;
}

function written(
  { runs, trials }: Pick<Table, "runs" | "trials">,
  columns: readonly Column[],
  write: Write,
): NameParts {
  return new Map(
    runs.flatMap((id, row) => {
      if ((trials[row] ?? 0) > 1) return [];
      const parts = columns.map((column) => {
        const code = column.codes[row] ?? MISSING;
        if (code === MISSING) return "";
        const text = cellText(column, row, write);
        const isWord = !isNumeric(column) && typeof column.values[code] === "string";
        return isWord ? text : `${column.name.split(/[/.]/).at(-1) ?? ""} ${text}`;
      });
      return [[id, parts] as const];
    }),
  );
}

/**
 * A name for each run that has one of its own which fits. All hyperparameters are in it as long as there is room;
 * otherwise the last ones go first, and none without which fewer runs are distinguished.
 * @param room - in the unit of `widthOf`.
 */
export function hparamNames(
  all: NameParts,
  room: number,
  widthOf: (text: string) => number,
): ReadonlyMap<string, string> {
  const named = (kept: readonly number[]): ReadonlyMap<string, string> =>
    new Map(
      [...all].map(([id, parts]) => [
        id,
        kept.flatMap((at) => (parts[at] ? [parts[at]] : [])).join(BETWEEN),
      ]),
    );
  const count = [...all.values()].reduce((most, { length }) => Math.max(most, length), 0);
  let kept = Array.from({ length: count }, (_, at) => at);
  let names = named(kept);
  const distinct = new Set(names.values()).size;
  for (let at = count - 1; at >= 0; at--) {
    if (![...names.values()].some((name) => widthOf(name) > room)) break;
    const without = named(kept.filter((each) => each !== at));
    if (new Set(without.values()).size < distinct) continue;
    kept = kept.filter((each) => each !== at);
    names = without;
  }
  const owners = collect([...names], ([, name]) => name);
  return new Map(
    [...names].filter(
      ([, name]) => name !== "" && owners.get(name)?.length === 1 && widthOf(name) <= room,
    ),
  );
}
