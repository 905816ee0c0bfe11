/** Rows of runs or trials in groups: which there are, what their means are, and the lines that they make of a table. */

import { type Line, linesOf } from "../lib/table/lines";
import { labelsOf, type RunGroup } from "../lib/grouping";
import { rowsOfCandidates } from "../lib/table/candidates";
import type { Sort } from "../lib/table/order";
import { type Contender, contender, contendersOf, standingOf } from "../lib/table/standing";
import type { Standing } from "../lib/table/standing";
import type { Column, Goal, Table } from "../lib/table/types";
import { candidates } from "./candidates.svelte";
import { groupsOf, sortersOf } from "./grouping";

/** What says how the rows are grouped; see `groupSettings`. */
interface Chosen {
  readonly query: string;
  readonly group: string;
  readonly then: string;
  folds: readonly string[];
}

/** The table whose rows are grouped. All are reactive. */
interface Asked {
  readonly table: () => Table;
  /** What is in the groups, [rows]: ids of runs, or keys of trials. */
  readonly members: () => readonly string[];
  /** Whether one of them counts. */
  readonly counts: () => (member: string) => boolean;
  /** In the table's order. */
  readonly rows: () => Int32Array;
  readonly sorts: () => readonly Sort[];
  readonly columnOf: (key: string) => Column | undefined;
}

export class RowGroups {
  readonly #settings: Chosen;
  readonly #of: Asked;

  constructor(settings: Chosen, asked: Asked) {
    this.#settings = settings;
    this.#of = asked;
  }

  readonly #sorters = $derived.by(() =>
    sortersOf(this.#of.table(), [this.#settings.group, this.#settings.then]),
  );

  /** null: nothing divides the rows. */
  readonly #groups: readonly RunGroup[] | null = $derived.by(() => {
    if (this.#sorters.length === 0) return null;
    const { table, members, counts } = this.#of;
    return groupsOf(table(), this.#sorters, counts(), members());
  });

  /** How many things divide the rows, one after the other. */
  get depth(): number {
    return this.#sorters.length;
  }

  /** Whether there are any: rows are judged by them then. */
  get are(): boolean {
    return this.#groups !== null;
  }

  readonly #labels: ReadonlyMap<string, string> = $derived(labelsOf(this.#groups ?? []));

  /** Who is the best of some rows, of groups where there are any; null: nobody has a value. */
  standing(column: Column, goal: Goal, rows: Int32Array): Standing | null {
    const members = this.#of.members();
    const judged = rowsOfCandidates(rows, this.#of.table(), candidates.has);
    const nameOf = (row: number): string => {
      const member = members[row] ?? "";
      return this.#labels.get(member) ?? member;
    };
    return standingOf(contendersOf(column, judged, nameOf), goal);
  }

  /** Of some rows, those that may be called the best. */
  judged = (rows: readonly number[]): readonly number[] => [
    ...rowsOfCandidates(Int32Array.from(rows), this.#of.table(), candidates.has),
  ];

  /** The mean of those rows that may be called the best; null: none has a finite value. */
  meanOf = ({ numbers }: Column, rows: readonly number[]): Contender | null =>
    contender(
      "",
      this.judged(rows).map((row) => numbers[row] ?? NaN),
    );

  /** The trials of rows, as the server names them: run and number. */
  trialsOf = (rows: readonly number[]): readonly (readonly [string, number])[] => {
    const { runs, numbers } = this.#of.table();
    return rows.map((row) => [runs[row] ?? "", numbers[row] ?? 0]);
  };

  /** Groups stand as their means do, where the rows stand by a metric. */
  readonly #placeOf = $derived.by(() => {
    const [sort] = this.#of.sorts();
    const column = sort === undefined ? undefined : this.#of.columnOf(sort.key);
    if (column?.group !== "metrics") return () => null;
    const sign = sort?.descending === true ? -1 : 1;
    return (rows: readonly number[]): number | null => {
      const mean = this.meanOf(column, rows);
      return mean === null ? null : sign * mean.mean;
    };
  });

  readonly lines: readonly Line[] = $derived.by(() => {
    const members = this.#of.members();
    return linesOf(
      this.#of.rows(),
      this.#groups && {
        groups: this.#groups,
        names: this.#sorters.map(({ name }) => name),
        runOf: (row) => members[row] ?? "",
        // What was searched for is seen, and so are the groups that have curves.
        isOpen: (key, depth) =>
          (this.#settings.query !== "" || depth < this.#sorters.length - 1) !==
          this.#settings.folds.includes(key),
        placeOf: this.#placeOf,
      },
    );
  });

  toggle = (key: string): void => {
    const { folds } = this.#settings;
    this.#settings.folds = folds.includes(key)
      ? folds.filter((each) => each !== key)
      : [...folds, key];
  };

  /** Opens the groups that a row is in. @returns the place of its line; -1: it has none. */
  reveal(row: number): number {
    for (;;) {
      const place = this.lines.findIndex((line) => line.type === "run" && line.row === row);
      const folded = this.lines.find(
        (line) => line.type === "group" && !line.isOpen && line.rows.includes(row),
      );
      if (place >= 0 || folded?.type !== "group") return place;
      this.toggle(folded.key);
    }
  }
}
