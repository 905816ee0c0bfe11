/** The groups of the view, and what they can be made by. */

import { compareWords } from "../../lib/natural";
import { columnKey } from "../../lib/table/keys";
import type { Column, Table } from "../../lib/table/types";
import { annotations } from "../../state/annotations.svelte";
import { runs } from "../../state/runs.svelte";
import { TableState } from "../../state/table.svelte";
import {
  byColumn,
  distinct,
  groupRuns,
  missingWord,
  oneOf,
  recolored,
  usefulColumn,
  type RunGroup,
  type Sorter,
} from "./grouping";
import { BY_FOLDER, BY_NOTHING, type GroupSettings } from "./settings";
import { t } from "./texts";

const BY_LABELS = columnKey("run", "labels");

export class Groups {
  readonly #settings: GroupSettings;
  readonly #runs: () => readonly string[];
  readonly #state = new TableState();
  readonly table: Table = $derived(this.#state.table);
  readonly known: boolean = $derived(this.#state.known);

  readonly #chosen = $derived.by(() => oneOf(this.#runs()));
  readonly #rows: readonly number[] = $derived(
    this.table.runs.flatMap((run, row) => (this.#chosen(run) ? [row] : [])),
  );
  /** What an automatic choice takes: it depends on all runs, so that it stays while some are looked at. */
  readonly useful: Column | null = $derived(usefulColumn(this.table.columns));
  readonly #by = $derived.by(() => {
    const { by } = this.#settings;
    return by === "" ? (this.useful?.key ?? BY_NOTHING) : by;
  });
  readonly #sorters: readonly Sorter[] = $derived.by(() =>
    [this.#by, this.#settings.then]
      .map((key) => this.#sorterOf(key))
      .filter((sorter) => sorter !== null),
  );
  /** Those of all runs decide on colors; the selected ones on what is in them. */
  readonly all: readonly RunGroup[] = $derived.by(() => {
    const every = groupRuns(this.table, this.#sorters, () => true, t("several"));
    const shown = groupRuns(this.table, this.#sorters, this.#chosen, t("several"));
    return recolored(shown, every);
  });
  readonly hparams: readonly Column[] = $derived(
    this.table.columns.filter(({ group }) => group === "hparams"),
  );

  /** @param runs - ids of the runs that are grouped. */
  constructor(settings: GroupSettings, runs: () => readonly string[]) {
    this.#settings = settings;
    this.#runs = runs;
  }

  start(): () => void {
    const stop = this.#state.start();
    this.#state.ask([]);
    return stop;
  }

  /** Choices for `by` and `then`, by the kind of thing. */
  options(): readonly { readonly value: string; readonly label: string }[] {
    const columns = this.table.columns.map(({ key, name, group }) => ({
      value: key,
      label:
        group === "hparams" ? name : `${t(group as "lineage" | "environment" | "data")}: ${name}`,
    }));
    const labels = annotations.labels.length > 0 ? [{ value: BY_LABELS, label: t("labels") }] : [];
    return [...columns, ...labels, { value: BY_FOLDER, label: t("folder") }];
  }

  /** The trials of a group, as the server knows them. */
  trialsOf({ rows }: RunGroup): readonly (readonly [string, number])[] {
    return rows.map((row) => [this.table.runs[row] ?? "", this.table.numbers[row] ?? 0] as const);
  }

  /** How many values a column has. */
  distinct(key: string): number {
    const column = this.table.columns.find((each) => each.key === key);
    return column === undefined ? 0 : distinct(column);
  }

  /** Names of the columns that distinguish the groups. */
  get dividing(): readonly string[] {
    return this.#sorters.map(({ name }) => name);
  }

  #sorterOf(key: string): Sorter | null {
    const runOf = (row: number): string => this.table.runs[row] ?? "";
    if (key === BY_FOLDER) {
      const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));
      const nameOf = (row: number): string => runs.byId.get(runOf(row))?.name ?? "";
      return { name: "", wordOf: (row) => folderOf(nameOf(row)) || ".", compare: compareWords };
    }
    if (key === BY_LABELS) {
      const wordOf = (row: number): string => annotations.of(runOf(row)).labels.join(", ");
      return { name: "", wordOf: (row) => wordOf(row) || missingWord, compare: compareWords };
    }
    const column = this.table.columns.find((each) => each.key === key);
    return column === undefined ? null : byColumn(column, this.#rows, this.#settings.ranges);
  }
}
