/** The runs at a glance: which rows and columns the table has, and in which order. */

import { untrack } from "svelte";
import { TableQuery } from "../../cards/table/query.svelte";
import { Sparks } from "../../cards/scalars/sparks.svelte";
import {
  choicesOf,
  FEW_METRICS,
  isLoggedOnce,
  shownBeside,
  usualCurves,
  usualMetrics,
} from "../../lib/table/asked";
import { isAside } from "../../lib/system";
import { baselineRows, type BaselineRows } from "../../lib/table/baseline";
import type { TableDirection } from "../../lib/table/directions";
import { metricKey, parseMetricKey } from "../../lib/table/keys";
import { Lookup } from "../../lib/table/lookup";
import { type Sort, sortRows } from "../../lib/table/order";
import { candidatesFirst, rowsOfCandidates } from "../../lib/table/candidates";
import { bestRow } from "../../lib/table/rows";
import type { Column, Goal, Table } from "../../lib/table/types";
import { type Write, writingOf } from "../../lib/table/cells";
import { shortNumber } from "../../lib/numbers";
import { oneOf } from "../../lib/grouping";
import { unlessUsual } from "../../lib/usual";
import { annotations } from "../../state/annotations.svelte";
import { baseline } from "../../state/baseline.svelte";
import { candidates } from "../../state/candidates.svelte";
import { highlight, lifter } from "../../state/highlight.svelte";
import { objective as shared } from "../../state/objective.svelte";
import { runs } from "../../state/runs.svelte";
import { RowGroups } from "../../state/row-groups.svelte";
import { runTable } from "../../state/run-table.svelte";
import { tags } from "../../state/tags.svelte";
import {
  bareTable,
  differs,
  firstTags,
  LABELS,
  lastTrials,
  NOTE,
  OUTCOME,
  PICTURE,
  rowOfRuns,
  rowsOfRuns,
  runColumns,
  STARTED,
} from "./runs/run-rows";
import type { Standing } from "../../lib/table/standing";
import type { Line } from "../../lib/table/lines";
import { settings } from "./settings";
import { t } from "./texts";

export interface OverviewObjective {
  /** Of the column: of the scalar's last value, unless another number of it was chosen. */
  readonly key: string;
  readonly tag: string;
  readonly direction: TableDirection;
}

/** Hyperparameters that differ and have a column until the user chooses. */
const FEW_HPARAMS = 10;

export const lastOf = (tag: string): string => metricKey({ tag, take: "last" });

export class Overview {
  readonly sparks = new Sparks();

  /** Whether it is known which columns there are and which run leads: until then both would change. */
  get isSettled(): boolean {
    return this.#wasSettled || this.#isReady;
  }
  readonly #isReady = $derived((runTable.known && runTable.isKnown) || runTable.error !== null);
  /** Another objective does not take the table away. */
  #wasSettled = $state(false);

  // --- the table

  readonly #base: Table = $derived(runTable.known ? runTable.table : bareTable(runs.list));

  /** Anything of the runs by which their columns change other than by growing. */
  readonly #states = $derived(
    runs.list
      .map(({ id, state, outcome, diverged }) => `${id} ${state} ${outcome} ${diverged}`)
      .join(),
  );

  readonly table: Table = $derived.by(() => {
    void this.#states;
    const runOf = untrack(() => runs.byId);
    const own = runColumns(
      this.#base,
      (id) => runOf.get(id),
      (id) => runs.nameOf(id),
      (id) => annotations.of(id),
    );
    return { ...this.#base, columns: [...own, ...this.#base.columns] };
  });

  readonly #lookup = $derived(new Lookup(this.table.columns));

  columnOf = (key: string): Column | undefined => this.#lookup.byKey(key);

  readonly scalars: readonly string[] = $derived(tags.of("scalar").map(({ tag }) => tag));
  /** Those that say how a training goes. */
  readonly #training: readonly string[] = $derived(this.scalars.filter((tag) => !isAside(tag)));

  // --- the objective and the metrics

  readonly #usualTags: readonly string[] = $derived(
    usualMetrics(runTable.table.declared, this.#training).flatMap(
      (key) => parseMetricKey(key)?.tag ?? [],
    ),
  );

  readonly objective: OverviewObjective | null = $derived.by(() => {
    const { aim } = shared;
    const tag = aim === null ? this.#usualTags[0] : parseMetricKey(aim.key)?.tag;
    if (tag === undefined) return null;
    const direction = shared.directionOf(runTable.table, tag);
    return { key: aim?.key ?? lastOf(tag), tag, direction };
  });

  setObjective = (tag: string): void => {
    shared.choose(this.keyOfTag(tag), lastOf(this.#usualTags[0] ?? ""));
  };

  /** Says what is better of the objective. */
  setGoal = (goal: Goal): void => {
    if (this.objective === null) return;
    const usual = lastOf(this.#usualTags[0] ?? "");
    shared.setGoal(runTable.table, this.objective.key, goal, usual);
  };

  readonly #usualShown: readonly string[] = $derived.by(() => {
    const usual = usualCurves(runTable.table.declared, this.#training, FEW_METRICS);
    const { objective } = this;
    const shown = objective === null ? usual : [objective.tag, ...usual];
    void this.#states;
    const all = untrack(() => runs.list);
    const live = all.filter(({ state }) => state === "live");
    const idOf = ({ id }: { readonly id: string }): string => id;
    const more = shownBeside(
      shown,
      tags.of("scalar").filter(({ tag }) => !isAside(tag)),
      all.map(idOf),
      live.map(idOf),
    );
    return more === null ? usual : [...usual, more];
  });

  /** Tags that have a column: the objective first. */
  readonly metrics: readonly string[] = $derived.by(() => {
    const chosen = settings.metrics ?? this.#usualShown;
    const { objective } = this;
    const first = objective === null ? [] : [objective.tag];
    const others = chosen.filter((tag) => !first.includes(tag));
    return [...first, ...others].filter((tag) => this.scalars.includes(tag));
  });

  /** The metric whose curves stand for the scalars of a run: the objective, if it has any. */
  readonly curve: string | null = $derived.by(() => {
    const tag = this.objective?.tag ?? null;
    const isCurve = tag === null || !isLoggedOnce(tag);
    return isCurve ? tag : (this.metrics.find((each) => !isLoggedOnce(each)) ?? tag);
  });

  /** Which values of a scalar are better; null: nobody says that. Reactive. */
  goalOf = (tag: string): Goal | null => shared.goalOf(runTable.table, tag);

  /** Of the column of a metric. */
  keyOfTag = (tag: string): string =>
    this.objective?.tag === tag ? this.objective.key : lastOf(tag);

  setMetrics = (chosen: readonly string[]): void => {
    settings.metrics = unlessUsual(chosen, this.#usualShown);
  };

  // --- the columns of hyperparameters

  readonly #usualHparams: readonly string[] = $derived(
    this.table.columns
      .filter((column) => column.group === "hparams" && differs(column, this.#all))
      .slice(0, FEW_HPARAMS)
      .map(({ key }) => key),
  );

  readonly hparams: readonly Column[] = $derived(
    this.table.columns.filter(
      ({ group, key }) =>
        group === "hparams" && this.#usualHparams.includes(key) !== settings.toggled.includes(key),
    ),
  );

  // --- the columns of the runs themselves

  /** The first tag of images that each run has. */
  readonly pictures: ReadonlyMap<string, string> = $derived(firstTags(tags.of("image")));

  readonly #hasNotes = $derived(runs.listed.some(({ id }) => annotations.of(id).note !== ""));

  /** Whether any run ended otherwise than most do. */
  readonly #hasOutcomes = $derived(
    runs.listed.some(({ outcome }) => outcome !== null && outcome !== "finished"),
  );

  /** @param key - of a column that can be hidden: it is there if anything stands in it. */
  isShown = (key: string): boolean => {
    let isUsual = true;
    if (key === OUTCOME) isUsual = this.#hasOutcomes;
    if (key === PICTURE) isUsual = this.pictures.size > 0;
    if (key === LABELS) isUsual = annotations.labels.length > 0;
    if (key === NOTE) isUsual = this.#hasNotes;
    return isUsual !== settings.toggled.includes(key);
  };

  toggle = (key: string): void => {
    const { toggled } = settings;
    settings.toggled = toggled.includes(key)
      ? toggled.filter((each) => each !== key)
      : [...toggled, key];
  };

  // --- the rows

  readonly query = new TableQuery(() => ({
    query: settings.query,
    table: this.table,
    lookup: this.#lookup,
    scalars: this.scalars,
    known: runTable.known,
  }));

  /** One row for each run. */
  readonly #all: Int32Array = $derived(lastTrials(this.table));

  /** One text, so that runs that grow change nothing. */
  readonly #found = $derived(runs.found.map(({ id }) => id).join());

  readonly #listed: Int32Array = $derived(rowsOfRuns(this.#all, this.table, this.#found));

  /** How many runs there are to find. */
  get count(): number {
    return this.#listed.length;
  }

  /** Whether it is known what is better: without that there is no best run. */
  get hasBest(): boolean {
    return this.objective !== null && this.objective.direction.goal !== null;
  }

  /** By what the best stands first, unless the rows have another order. */
  readonly #bestBy: OverviewObjective | null = $derived(
    settings.sort === null && settings.first !== "newest" && this.hasBest ? this.objective : null,
  );

  readonly sorts: readonly Sort[] = $derived.by(() => {
    if (settings.sort !== null) return settings.sort;
    const objective = this.#bestBy;
    const newest = { key: STARTED, descending: true };
    if (objective === null) return [newest];
    return [{ key: objective.key, descending: objective.direction.goal === "max" }, newest];
  });

  /** In the table's order. */
  readonly rows: Int32Array = $derived.by(() => {
    const { mask } = this.query;
    const found = mask === null ? this.#listed : this.#listed.filter((row) => mask[row] === 1);
    const sorted = sortRows(found, this.sorts, this.columnOf);
    const judged = this.#bestBy === null ? undefined : this.columnOf(this.#bestBy.key);
    if (judged === undefined) return sorted;
    return candidatesFirst(sorted, judged, this.table, candidates.has);
  });

  /** One text, so that runs that grow change nothing; null: the query leaves all. */
  readonly #left: string | null = $derived.by(() => {
    const { mask } = this.query;
    if (mask === null) return null;
    return [...this.#all].flatMap((row) => (mask[row] === 1 ? this.runOf(row) : [])).join();
  });

  readonly #isLeft: ((id: string) => boolean) | null = $derived(
    this.#left === null ? null : oneOf(this.#left.split(",")),
  );

  /** Those of some runs that the query leaves: what curves are drawn of. */
  leftOf = (ids: readonly string[]): readonly string[] => {
    const isLeft = this.#isLeft;
    return isLeft === null ? ids : ids.filter(isLeft);
  };

  readonly #rowsById: ReadonlyMap<string, number> = $derived(rowOfRuns(this.#all, this.table));

  /** null: the table does not have it (yet). */
  rowOf = (run: string): number | null => this.#rowsById.get(run) ?? null;

  runOf = (row: number): string => this.table.runs[row] ?? "";

  /** One row of each of its runs, also of those that are not listed; null: there is none. */
  readonly baseline: BaselineRows | null = $derived(
    baseline.isSet ? baselineRows(this.#all, this.table.runs, baseline.has) : null,
  );

  /** The best of the runs that are listed; null: none that may be it has a value. */
  readonly best: number | null = $derived.by(() => {
    const column = this.objective === null ? undefined : this.columnOf(this.objective.key);
    const goal = this.objective?.direction.goal ?? null;
    if (column === undefined || goal === null) return null;
    const everywhere = new Uint8Array(this.table.rows).fill(1);
    const rows = rowsOfCandidates(this.rows, this.table, candidates.has);
    return bestRow(column, goal, rows, everywhere);
  });

  /** How numbers of the objective are written. */
  readonly write: Write = $derived.by(() => {
    const column = this.objective === null ? undefined : this.columnOf(this.objective.key);
    return column === undefined ? shortNumber : writingOf(column);
  });

  /** Who leads of all runs that are listed, and who is next; null: nobody has a value, or nobody says what is better. */
  readonly standing: Standing | null = $derived.by(() => {
    const column = this.objective === null ? undefined : this.columnOf(this.objective.key);
    const goal = this.objective?.direction.goal ?? null;
    if (column === undefined || goal === null) return null;
    return this.groups.standing(column, goal, this.#listed);
  });

  // --- groups

  /** Of all runs that are listed. */
  readonly groups = new RowGroups(settings, {
    table: () => runTable.table,
    members: () => runTable.table.runs,
    counts: () => oneOf(this.#found.split(",")),
    rows: () => this.rows,
    sorts: () => this.sorts,
    columnOf: (key) => this.columnOf(key),
  });

  /** Whether runs are judged by groups. */
  get isGrouped(): boolean {
    return this.groups.are;
  }

  /** Name of the group that leads; null: runs are judged one by one, or nobody leads. */
  get leader(): string | null {
    return this.isGrouped ? (this.standing?.leader.key ?? null) : null;
  }

  /** The runs, and the heads of their groups. */
  get lines(): readonly Line[] {
    return this.groups.lines;
  }

  // --- what the grid knows of its lines

  readonly #lift = lifter();

  /** Key of the column that runs are judged by. */
  get judgedBy(): string | undefined {
    return this.objective?.key;
  }

  readonly hovered: number | null = $derived.by(() =>
    highlight.run === null ? null : this.rowOf(highlight.run),
  );

  hover = (row: number | null): void => {
    this.#lift(row === null ? null : this.runOf(row));
  };

  /** The same wherever the row stands. */
  keyOf = this.runOf;

  counted = (n: number): string => t("countedRuns", { n });

  /** Runs that are named above the table: their curves are asked for as well. */
  noted = $state.raw<readonly string[]>([]);

  // --- asking

  /** One text, so that the server is asked only when it would answer other columns. */
  readonly #asked = $derived(
    JSON.stringify(
      choicesOf([
        ...this.metrics.map(this.keyOfTag),
        ...this.sorts.map(({ key }) => key),
        ...this.query.metrics,
      ]),
    ),
  );

  /** Made for an effect. Before the first answer it is not known which metrics the trials declared. */
  ask(): (() => void) | undefined {
    if (!runTable.known) return undefined;
    return runTable.want(JSON.parse(this.#asked) as ReturnType<typeof choicesOf>);
  }

  /** Begins to follow the logs. Made for an effect. */
  start(): () => void {
    $effect(() => {
      if (this.#isReady) this.#wasSettled = true;
    });
    const ends = [runTable.start(), this.sparks.start()];
    return () => {
      for (const end of ends) end();
    };
  }
}
