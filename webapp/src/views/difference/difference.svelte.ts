/** What is compared, and how it differs. */

import { untrack } from "svelte";
import { matcher } from "../../lib/search";
import { groups, valueAt, type Table } from "../../lib/table/types";
import { candidates } from "../../state/candidates.svelte";
import { runs } from "../../state/runs.svelte";
import { TableState } from "../../state/table.svelte";
import { tags } from "../../state/tags.svelte";
import { Environments } from "./environments.svelte";
import { linesOf, packageLines, type DifferenceLine } from "./lines";
import { objective } from "../../state/objective.svelte";
import { type GoalOf, mostRows, openingRows, rankedRows, rowsByTrial, trialKey } from "./rows";
import type { settings as declared } from "./settings";
import { t } from "./texts";

/** The server answers for so many metrics at once. */
const mostMetrics = 200;

export interface Section {
  readonly title: string;
  readonly shown: readonly DifferenceLine[];
  /** Lines that are equal, and so not shown. */
  readonly hidden: number;
}

const goalOf: GoalOf = (table, tag) => objective.goalOf(table, tag);

export class RunDifference {
  readonly #settings: typeof declared;
  readonly #chosen: () => readonly string[];
  readonly #all: () => readonly string[];
  readonly trials = new TableState();
  readonly environments = new Environments();

  readonly table: Table = $derived(this.trials.table);
  readonly #rowByKey = $derived.by(() => rowsByTrial(this.table, this.#all()));
  /** All that can be compared. */
  readonly options = $derived(
    [...this.#rowByKey].map(([value, row]) => ({ value, label: this.nameOf(row) })),
  );

  /** Of the table: the first two, and more of them. Fewer than two: there is nothing to compare. */
  readonly rows: readonly number[] = $derived.by(() => {
    const { a: first, b: second, more } = this.#settings;
    const opening = openingRows(this.table, this.#chosen(), this.#all(), candidates.has, goalOf);
    const a = this.#rowByKey.get(first) ?? opening[0];
    const b = this.#rowByKey.get(second) ?? (opening[1] === a ? opening[0] : opening[1]);
    const others = more
      .flatMap((key) => this.#rowByKey.get(key) ?? [])
      .filter((row) => row !== a && row !== b)
      .slice(0, mostRows - 2);
    return [a, b, ...others].filter((row) => row >= 0);
  });
  /** The best one that is not there yet. */
  readonly next: number | null = $derived.by(() => {
    const ranked = (ids: readonly string[]) => rankedRows(this.table, ids, candidates.has, goalOf);
    const all = [...ranked(this.#chosen()), ...ranked(this.#all())];
    return all.find((row) => !this.rows.includes(row)) ?? null;
  });

  readonly search = $derived.by(() => matcher(this.#settings.search));
  readonly #lines = $derived(this.rows.length > 1 ? linesOf(this.table.columns, this.rows) : []);
  readonly #packages = $derived.by(() => {
    const known = this.environments.all ?? [];
    // Without an environment nothing is known of the packages: they are not missing.
    return known.length < 2 || known.includes(null)
      ? []
      : packageLines(known.flatMap((each) => each?.packages ?? []));
  });
  readonly sections: readonly Section[] = $derived.by(() => {
    const { search, onlyDifferent } = this.#settings;
    const isWanted = (line: DifferenceLine): boolean =>
      this.search.test(line.name) && !(onlyDifferent && line.isSame);
    return [
      ...groups.map((group) => ({
        title: group === "run" ? "" : t(group),
        all: this.#lines.filter((line) => line.group === group),
      })),
      { title: t("packages"), all: this.#packages },
    ]
      .map(({ title, all }) => ({
        title,
        shown: all.filter(isWanted),
        hidden: onlyDifferent ? all.filter(({ isSame }) => isSame).length : 0,
      }))
      .filter(({ shown, hidden }) => shown.length > 0 || (hidden > 0 && search === ""));
  });

  readonly #commits = $derived.by(() => {
    const commit = this.table.columns.find(({ key }) => key === "e:git_commit");
    return commit === undefined ? [] : this.rows.slice(0, 2).map((row) => valueAt(commit, row));
  });
  readonly isSameCommit = $derived(
    this.#commits.length === 2 && this.#commits[0] === this.#commits[1],
  );
  readonly hasCode = $derived(this.#commits.some((commit) => commit !== undefined));

  readonly #metrics = $derived(
    tags
      .of("scalar")
      .slice(0, mostMetrics)
      .map(({ tag }) => tag),
  );
  /** As text: the table comes anew with every step. */
  readonly #asked = $derived(JSON.stringify(this.rows.map((row) => this.table.runs[row] ?? "")));

  /**
   * @param chosen - ids of the runs that it begins with, the best two of them.
   * @param all - ids of all that can be compared.
   */
  constructor(
    settings: typeof declared,
    chosen: () => readonly string[],
    all: () => readonly string[],
  ) {
    this.#settings = settings;
    this.#chosen = chosen;
    this.#all = all;
  }

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const stop = this.trials.start();
    return () => {
      stop();
      this.environments.stop();
    };
  }

  /** Made for an effect. */
  askMetrics(): void {
    const asked = this.#metrics.map((tag) => ({ tag, take: "last" }) as const);
    untrack(() => this.trials.ask(asked));
  }

  /** Made for an effect. */
  askEnvironments(): void {
    const ids = JSON.parse(this.#asked) as string[];
    if (ids.length > 1) untrack(() => void this.environments.ask(ids));
  }

  keyOf = (row: number): string => trialKey(this.table, row);

  nameOf = (row: number): string => {
    const name = runs.shortNameOf(this.table.runs[row] ?? "");
    const isOne = (this.table.trials[row] ?? 1) <= 1;
    return isOne ? name : t("trial", { run: name, n: (this.table.numbers[row] ?? 0) + 1 });
  };
}
