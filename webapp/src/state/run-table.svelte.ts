/** The table of runs that the whole page shares: what runs are judged, sorted, colored and grouped by. */

import { SvelteMap } from "svelte/reactivity";
import { shortNumber } from "../lib/numbers";
import { choicesOf, FEW_METRICS, usualMetrics } from "../lib/table/asked";
import { type Write, writingOf } from "../lib/table/cells";
import { metricKey, parseMetricKey } from "../lib/table/keys";
import { bestFirst, numbersOfRuns } from "../lib/table/runs";
import { type Column, type Goal, type MetricChoice, MISSING, type Table } from "../lib/table/types";
import { candidates } from "./candidates.svelte";
import { objective } from "./objective.svelte";
import { TableState } from "./table.svelte";
import { tags } from "./tags.svelte";

/**
 * Rests between two questions, in times that an answer took: a table that is looked at may take a quarter of the
 * server's time, one beside what is looked at a tenth.
 */
const [LOOKED_AT, BESIDE] = [3, 9];

const none: ReadonlyMap<string, number> = new Map();

export interface RunObjective {
  readonly choice: MetricChoice;
  /** null: nobody says what is better. */
  readonly goal: Goal | null;
}

class RunTable {
  /** Columns that are wanted beside those of the objective, by who wants them. */
  readonly #wants = new SvelteMap<symbol, readonly MetricChoice[]>();
  readonly #data = new TableState(() => (this.#wants.size > 0 ? LOOKED_AT : BESIDE));

  readonly #scalars: readonly string[] = $derived(tags.of("scalar").map(({ tag }) => tag));

  /** Of the metric that runs are judged by unless one is chosen. */
  readonly usualKey: string | undefined = $derived(
    usualMetrics(this.#data.table.declared, this.#scalars)[0],
  );

  /** Before the first answer it is not known which metrics the trials declared. */
  readonly likely: RunObjective | null = $derived.by(() => {
    const choice = parseMetricKey(objective.aim?.key ?? this.usualKey ?? "");
    if (choice === undefined) return null;
    return { choice, goal: objective.goalOf(this.#data.table, choice.tag) };
  });

  /** Whether what was asked for is there, or there is nothing to ask for. */
  readonly isKnown: boolean = $derived(
    this.likely === null
      ? tags.known
      : this.#data.known && this.columnOf(metricKey(this.likely.choice)) !== undefined,
  );

  /** null: there is no scalar, or it is not known yet by which to judge. */
  readonly objective: RunObjective | null = $derived(this.isKnown ? this.likely : null);

  /**
   * Asked for at first, so that a table of runs, which is made meanwhile, has nothing more to ask for. Declared metrics,
   * which are known with the answer, mostly are among those.
   */
  readonly #likely = $derived(
    this.#data.known ? [] : choicesOf(usualMetrics([], this.#scalars).slice(0, FEW_METRICS)),
  );

  /** One text, so that the server is asked only when it would answer other columns. */
  readonly #asked = $derived(
    JSON.stringify(asked(this.likely, [...this.#wants.values(), this.#likely].flat())),
  );

  #numbersOf(choice: MetricChoice): ReadonlyMap<string, number> {
    const key = metricKey(choice);
    const { table } = this.#data;
    const column = table.columns.find((each) => each.key === key);
    if (column === undefined) return none;
    return numbersOfRuns(table, column, this.objective?.goal ?? null);
  }

  /** Of the objective, by id; NaN: it is no finite number. */
  readonly values: ReadonlyMap<string, number> = $derived(
    this.objective === null ? none : this.#numbersOf(this.objective.choice),
  );

  /** How these numbers are written, here as in every other table of runs. */
  readonly write: Write = $derived.by(() => {
    if (this.objective === null) return shortNumber;
    const column = this.columnOf(metricKey(this.objective.choice));
    return column === undefined ? shortNumber : writingOf(column);
  });

  /** The best that each run ever had of the objective's scalar, by id; none where nobody says what is better. */
  readonly bests: ReadonlyMap<string, number> = $derived.by(() => {
    const goal = this.objective?.goal ?? null;
    if (this.objective === null || goal === null) return none;
    return this.#numbersOf({ tag: this.objective.choice.tag, take: goal });
  });

  /** The last that each run had of it, by id. */
  readonly lasts: ReadonlyMap<string, number> = $derived(
    this.objective === null
      ? none
      : this.#numbersOf({ tag: this.objective.choice.tag, take: "last" }),
  );

  /** Hyperparameters that are not the same everywhere. */
  readonly hparams: readonly Column[] = $derived(
    this.#data.table.columns.filter((column) => column.group === "hparams" && differs(column)),
  );

  columnOf(key: string): Column | undefined {
    return this.#data.table.columns.find((column) => column.key === key);
  }

  get table(): Table {
    return this.#data.table;
  }

  /** Whether the server has answered. */
  get known(): boolean {
    return this.#data.known;
  }

  /** Why the last request failed; null if it did not. */
  get error(): string | null {
    return this.#data.error;
  }

  retry = (): void => this.#data.retry();

  /**
   * Ids, the best first; then those that failed or were pruned; runs without a finite number last. Where nobody says what
   * is better, they stay as they are.
   */
  bestFirst(ids: readonly string[]): readonly string[] {
    const goal = this.objective?.goal ?? null;
    return goal === null ? ids : bestFirst(ids, this.values, goal, candidates.has);
  }

  /** Says what is better of the objective. */
  setGoal = (goal: Goal): void => {
    if (this.objective === null) return;
    objective.setGoal(this.table, metricKey(this.objective.choice), goal, this.usualKey);
  };

  #users = 0;
  #end = (): void => undefined;

  /** Follows the logs as long as anybody wants it. Made for an effect. */
  start(): () => void {
    if (this.#users++ === 0) {
      this.#end = $effect.root(() => {
        $effect(() => this.#data.start());
        $effect(() => {
          const wanted = this.#asked;
          if (tags.known) this.#data.widen(JSON.parse(wanted) as readonly MetricChoice[]);
        });
      });
    }
    return () => {
      if (--this.#users === 0) this.#end();
    };
  }

  /** More columns, beside those of the objective. Made for an effect. @returns how to do without them. */
  want(columns: readonly MetricChoice[]): () => void {
    const who = Symbol("a table");
    this.#wants.set(who, columns);
    return () => this.#wants.delete(who);
  }
}

/** What runs are judged by, their best and their last value, and what is wanted beside: each once. */
function asked(
  judged: RunObjective | null,
  more: readonly MetricChoice[],
): readonly MetricChoice[] {
  const own: MetricChoice[] = [];
  if (judged !== null) {
    const { choice, goal } = judged;
    own.push(choice);
    if (goal !== null) own.push({ tag: choice.tag, take: goal });
    own.push({ tag: choice.tag, take: "last" });
  }
  return [...new Map([...own, ...more].map((each) => [metricKey(each), each])).values()];
}

function differs({ codes, numbers }: Column): boolean {
  const [code, number] = [codes[0], numbers[0]];
  return codes.some(
    (each, row) => each !== code || (each !== MISSING && !Object.is(numbers[row], number)),
  );
}

export const runTable = new RunTable();
