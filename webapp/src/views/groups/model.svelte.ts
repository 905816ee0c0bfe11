/** The groups of the view, and what they can be made by. */

import { distinct, oneOf, usefulColumn, type RunGroup, type Sorter } from "../../lib/grouping";
import type { Column, Table } from "../../lib/table/types";
import { annotations } from "../../state/annotations.svelte";
import { BY_FOLDER, BY_LABELS, BY_NOTHING, groupsOf, sortersOf } from "../../state/grouping";
import { runTable } from "../../state/run-table.svelte";
import type { GroupSettings } from "./settings";
import { t } from "./texts";

export class Groups {
  readonly #settings: GroupSettings;
  readonly #runs: () => readonly string[];
  readonly table: Table = $derived(runTable.table);
  readonly known: boolean = $derived(runTable.known);

  /** What an automatic choice takes: it depends on all runs, so that it stays while some are looked at. */
  readonly useful: Column | null = $derived(usefulColumn(this.table.columns));
  readonly #by = $derived.by(() => {
    const { by } = this.#settings;
    return by === "" ? (this.useful?.key ?? BY_NOTHING) : by;
  });
  readonly #sorters: readonly Sorter[] = $derived.by(() =>
    sortersOf(this.table, [this.#by, this.#settings.then], this.#settings.ranges),
  );
  readonly all: readonly RunGroup[] = $derived.by(() =>
    groupsOf(this.table, this.#sorters, oneOf(this.#runs())),
  );
  readonly hparams: readonly Column[] = $derived(
    this.table.columns.filter(({ group }) => group === "hparams"),
  );

  /** @param runs - ids of the runs that are grouped. */
  constructor(settings: GroupSettings, runs: () => readonly string[]) {
    this.#settings = settings;
    this.#runs = runs;
  }

  /** Made for an effect. */
  start(): () => void {
    return runTable.start();
  }

  /** Choices for `by` and `then`, by the kind of thing. */
  options(): readonly { readonly value: string; readonly label: string }[] {
    const columns = this.table.columns.flatMap(({ key, name, group }) => {
      if (group === "metrics" || group === "run") return [];
      return [{ value: key, label: group === "hparams" ? name : `${t(group)}: ${name}` }];
    });
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
}
