/** The trials: what the table shows, and what the charts share with it. */

import { untrack } from "svelte";
import { TableQuery } from "../../cards/table/query.svelte";
import { baselineRows, type BaselineRows } from "../../lib/table/baseline";
import type { Absent } from "../../lib/table/absent";
import { type Filters, passing, withFilters } from "../../lib/table/filters";
import { type Sort, sortRows } from "../../lib/table/order";
import type { Line } from "../../lib/table/lines";
import type { QueryError } from "../../lib/table/tokens";
import { type Column, type Filter, type Goal, type Table } from "../../lib/table/types";
import { candidatesFirst, rowsOfCandidates } from "../../lib/table/candidates";
import { unlessUsual } from "../../lib/usual";
import { annotations } from "../../state/annotations.svelte";
import { baseline } from "../../state/baseline.svelte";
import { candidates } from "../../state/candidates.svelte";
import { highlight, lifter } from "../../state/highlight.svelte";
import { objective as shared } from "../../state/objective.svelte";
import { RowGroups } from "../../state/row-groups.svelte";
import { runs } from "../../state/runs.svelte";
import { TableState } from "../../state/table.svelte";
import { tags } from "../../state/tags.svelte";
import { theme } from "../../state/theme.svelte";
import { shownColumns } from "./arrange";
import { choicesOf, metricKeysOf, usualMetrics } from "../../lib/table/asked";
import { ofFirstRows } from "../../lib/table/runs";
import { colorsBy } from "../../lib/table/colors";
import { Following } from "./following.svelte";
import { Lookup } from "../../lib/table/lookup";
import type { TrialObjective, TrialsModel } from "./model";
import { columnsOfRuns } from "./run-columns";
import {
  bestRow,
  colorsOfRuns,
  keyOfRow,
  rowsByKey,
  rowsOfRuns,
  rowsWhere,
} from "../../lib/table/rows";
import { type TrialChart, charts, type settings as declared } from "./settings";
import { t } from "./texts";
import { titleOfColumn } from "./titles";

const noSorts: readonly Sort[] = [];
const noRuns: ReadonlySet<string> = new Set();

export class Trials implements TrialsModel {
  readonly #settings: typeof declared;
  readonly #runs: () => readonly string[];
  readonly #onchart: ((chart: TrialChart) => void) | null;
  readonly data = new TableState();
  readonly #lift = lifter();

  /**
   * @param runIds - of the runs whose trials the charts draw.
   * @param onchart - in place of opening a chart beside the others.
   */
  constructor(
    settings: typeof declared,
    runIds: () => readonly string[],
    onchart: ((chart: TrialChart) => void) | null = null,
  ) {
    this.#settings = settings;
    this.#runs = runIds;
    this.#onchart = onchart;
    this.groups = new RowGroups(settings, {
      table: () => this.data.table,
      members: () => this.#keys,
      counts: () => () => true,
      rows: () => this.rows,
      sorts: () => this.sorts,
      columnOf: this.columnOf,
    });
  }

  // --- the table

  /** Anything of the runs by which their columns change other than by growing. */
  readonly #states = $derived(
    runs.list.map(({ id, state, outcome }) => `${id} ${state} ${outcome}`).join(),
  );

  readonly #runColumns: readonly Column[] = $derived.by(() => {
    void this.#states;
    const runOf = untrack(() => runs.byId);
    return columnsOfRuns(
      this.data.table,
      (id) => runOf.get(id),
      this.nameOf,
      (id) => annotations.of(id),
    );
  });

  readonly table: Table = $derived.by(() => {
    const { table } = this.data;
    return { ...table, columns: [...this.#runColumns, ...table.columns] };
  });

  readonly #lookup = $derived(new Lookup(this.table.columns));

  /** Where a row is: its place changes when others come. */
  readonly #rowByKey = $derived(rowsByKey(this.data.table));

  /** Scalars that are in the logs, also those that the table has no column of. */
  readonly scalars: readonly string[] = $derived(tags.of("scalar").map(({ tag }) => tag));

  readonly #usualMetricKeys = $derived(usualMetrics(this.data.table.declared, this.scalars));

  readonly metricKeys: readonly string[] = $derived.by(() =>
    this.#settings.metrics === null ? this.#usualMetricKeys : metricKeysOf(this.#settings.metrics),
  );

  setMetrics = (keys: readonly string[]): void => {
    this.#settings.metrics = unlessUsual(keys, this.#usualMetricKeys);
  };

  columnOf = (key: string): Column | undefined => this.#lookup.byKey(key);

  readonly columns: readonly Column[] = $derived.by(() => this.#inOrder(this.#settings.order));

  /** @param keys - of the columns that are shown. */
  setOrder = (keys: readonly string[]): void => {
    const usual = this.#inOrder([]).map(({ key }) => key);
    this.#settings.order = unlessUsual(keys, usual) ?? [];
  };

  #inOrder(keys: readonly string[]): readonly Column[] {
    const { toggled, pinned } = this.#settings;
    return shownColumns(this.table.columns, this.metricKeys, toggled, keys, pinned);
  }

  get pinned(): readonly string[] {
    return this.#settings.pinned;
  }

  /** Brings what the view shows, and follows the logs. Made for an effect. */
  start(): () => void {
    const ends = [this.data.start(), this.#following.start()];
    return () => {
      for (const end of ends) end();
    };
  }

  /** Lets the table follow the filters. Made for an effect. */
  follow(): void {
    this.#following.follow(this.table, this.inside);
  }

  // --- the query and the filters

  readonly #query = new TableQuery(() => ({
    query: this.#settings.query,
    table: this.table,
    lookup: this.#lookup,
    scalars: this.scalars,
    known: this.data.known,
  }));

  get queryError(): QueryError | null {
    return this.#query.error;
  }

  get absent(): Absent | null {
    return this.#query.absent;
  }

  /** One text, so that the server is asked only when it would answer other columns. */
  readonly #asked = $derived.by(() =>
    JSON.stringify(
      choicesOf([
        ...this.metricKeys,
        ...(shared.aim === null ? [] : [shared.aim.key]),
        ...this.#settings.filters.keys(),
        ...(this.#settings.sort ?? []).map(({ key }) => key),
        this.#settings.color,
        ...this.#query.metrics,
      ]),
    ),
  );

  /** Made for an effect. */
  ask(): void {
    const asked = this.#asked;
    if (tags.known) this.data.ask(JSON.parse(asked) as ReturnType<typeof choicesOf>);
  }

  readonly filters: Filters = $derived.by(() => this.#settings.filters);

  setFilters = (changes: Iterable<readonly [string, Filter | null]>): void => {
    this.#settings.filters = withFilters(this.#settings.filters, changes);
  };

  readonly #matching: Int32Array = $derived.by(() => {
    const { mask } = this.#query;
    const { rows, runs: ids } = this.table;
    const hidden = runs.archivedShown ? noRuns : annotations.archivedIds;
    return rowsWhere(
      rows,
      (row) => (mask === null || mask[row] === 1) && !hidden.has(ids[row] ?? ""),
    );
  });

  readonly inside: Uint8Array = $derived(passing(this.table.rows, this.filters, this.columnOf));

  readonly drawn: Int32Array = $derived.by(() =>
    rowsOfRuns(this.#matching, this.table, this.#runs()),
  );

  // --- what the table shows

  readonly sorts: readonly Sort[] = $derived.by(() => {
    if (this.#settings.sort !== null) return this.#settings.sort;
    const { objective } = this;
    if (objective === null || objective.direction.goal === null) return noSorts;
    return [{ key: objective.column.key, descending: objective.direction.goal === "max" }];
  });

  /** In the table's order, also those outside of the filters: a brush changes nothing of it. */
  readonly #sorted: Int32Array = $derived.by(() => {
    const sorted = sortRows(this.#matching, this.sorts, this.columnOf);
    const isBestFirst = this.#settings.sort === null && this.sorts !== noSorts;
    if (!isBestFirst || this.objective === null) return sorted;
    return candidatesFirst(sorted, this.objective.column, this.table, candidates.has);
  });

  readonly #following = new Following();

  /** The rows of the table, in its order. */
  readonly rows: Int32Array = $derived.by(() => {
    const inside = this.#following.of(this.table, this.inside);
    return this.#sorted.filter((row) => inside[row] === 1);
  });

  readonly #keys: readonly string[] = $derived(
    this.data.table.runs.map((_, row) => keyOfRow(this.data.table, row)),
  );

  /** Of trials, whose runs may have several that differ. */
  readonly groups: RowGroups;

  /** The rows, and the heads of their groups. */
  get lines(): readonly Line[] {
    return this.groups.lines;
  }

  counted = (n: number): string => t("countedTrials", { n });

  runOf = (row: number): string => this.data.table.runs[row] ?? "";

  /** Key of a row, the same wherever it stands. */
  keyOf = (row: number): string => keyOfRow(this.data.table, row);

  rowOf(key: string | null): number | null {
    return key === null ? null : (this.#rowByKey.get(key) ?? null);
  }

  // --- hover, focus

  #hovered = $state.raw<string | null>(null);
  #focused = $state.raw<string | null>(null);

  /** The first row of each run. */
  readonly #rowByRun = $derived(
    ofFirstRows(
      this.data.table,
      this.data.table.runs.map((_, row) => row),
    ),
  );

  /** Row of the pointer, or else of the run that is lifted elsewhere. */
  readonly hovered: number | null = $derived.by(() => {
    const own = this.rowOf(this.#hovered);
    if (own !== null || highlight.run === null) return own;
    return this.#rowByRun.get(highlight.run) ?? null;
  });
  readonly focused: number | null = $derived(this.rowOf(this.#focused));

  hover = (row: number | null): void => {
    this.#hovered = row === null ? null : this.keyOf(row);
    this.#lift(row === null ? null : (this.data.table.runs[row] ?? null));
  };

  focus = (row: number | null): void => {
    this.#focused = row === null ? null : this.keyOf(row);
  };

  // --- the objective

  readonly #usualJudged: Column | undefined = $derived.by(() => {
    const usual = usualMetrics(this.data.table.declared, this.metricTags);
    return usual.map(this.columnOf).find((each) => each !== undefined);
  });

  readonly objective: TrialObjective | null = $derived.by(() => {
    const { aim } = shared;
    const column = aim === null ? this.#usualJudged : this.columnOf(aim.key);
    if (column === undefined) return null;
    return { column, direction: shared.directionOf(this.data.table, column.name) };
  });

  setObjective = (key: string): void => shared.choose(key, this.#usualJudged?.key);

  setGoal = (key: string, goal: Goal): void =>
    shared.setGoal(this.data.table, key, goal, this.#usualJudged?.key);

  /** Which values of a scalar are better; null: nobody says that. Reactive. */
  goalOf = (tag: string): Goal | null => shared.goalOf(this.data.table, tag);

  /** The trials of its runs, also of those that are not found; null: there is none. */
  readonly baseline: BaselineRows | null = $derived.by(() => {
    if (!baseline.isSet) return null;
    const { runs } = this.data.table;
    return baselineRows(runs.keys(), runs, baseline.has);
  });

  get judgedBy(): string | undefined {
    return this.objective?.column.key;
  }

  /** Label of the group with the best mean. */
  readonly leader: string | null = $derived.by(() => {
    const goal = this.objective?.direction.goal ?? null;
    if (this.objective === null || goal === null || !this.groups.are) return null;
    return this.groups.standing(this.objective.column, goal, this.rows)?.leader.key ?? null;
  });

  readonly best: number | null = $derived.by(() => {
    const goal = this.objective?.direction.goal ?? null;
    if (this.objective === null || goal === null) return null;
    const rows = rowsOfCandidates(this.drawn, this.table, candidates.has);
    return bestRow(this.objective.column, goal, rows, this.inside);
  });

  /** Tags of the metrics' columns that there are. */
  readonly metricTags: readonly string[] = $derived(
    this.metricKeys.flatMap((key) => {
      const column = this.columnOf(key);
      return column === undefined ? [] : [column.name];
    }),
  );

  // --- colors

  readonly colorBy: Column | null = $derived.by(() =>
    this.#settings.color === "" ? null : (this.columnOf(this.#settings.color) ?? null),
  );

  setColorBy = (key: string | null): void => {
    this.#settings.color = key ?? "";
  };

  readonly colors: readonly string[] = $derived(
    this.colorBy === null
      ? colorsOfRuns(this.data.table, (run) => runs.colorOf(run))
      : colorsBy(this.colorBy, this.drawn, theme.current),
  );

  // --- the charts

  /** Parallel axes and importance are about hyperparameters: where none are logged they say nothing. */
  readonly #usualCharts: readonly TrialChart[] = $derived.by(() => {
    const usual: readonly TrialChart[] = ["parallel", "importance"];
    // Until the table is there, what is likely has its room, so that nothing moves when it comes.
    if (!this.data.known) return tags.of("hparams").length > 0 && runs.list.length > 1 ? usual : [];
    const hasHparams = this.table.columns.some(({ group }) => group === "hparams");
    return hasHparams && this.table.rows > 1 ? usual : [];
  });

  readonly openCharts: readonly TrialChart[] = $derived.by(
    () => this.#settings.pictures ?? this.#usualCharts,
  );

  toggleChart = (chart: TrialChart): void => {
    const open = charts.filter((each) => this.openCharts.includes(each) !== (each === chart));
    this.#settings.pictures = unlessUsual(open, this.#usualCharts);
  };

  /** The chart that was asked for last; another object each time. */
  wanted: { readonly chart: TrialChart } | null = $state.raw(null);

  showChart = (chart: TrialChart): void => {
    if (this.#onchart !== null) return this.#onchart(chart);
    if (!this.openCharts.includes(chart)) this.toggleChart(chart);
    this.wanted = { chart };
  };

  // --- names

  nameOf = (row: number): string => {
    const { runs: ids, trials, numbers } = this.data.table;
    const name = runs.shortNameOf(ids[row] ?? "");
    return (trials[row] ?? 1) > 1 ? `${name} #${numbers[row]}` : name;
  };

  titleOf = (column: Column): string => titleOfColumn(column);
}
