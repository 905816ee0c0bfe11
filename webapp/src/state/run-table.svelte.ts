/** What the list of runs shows of each run's numbers, and what runs can be colored by. */

import { shortNumber } from "../lib/numbers";
import { usualMetrics } from "../lib/table/asked";
import { type Write, writingOf } from "../lib/table/cells";
import { metricKey, parseMetricKey } from "../lib/table/keys";
import { bestFirst, numbersOfRuns } from "../lib/table/runs";
import { type Column, type Goal, type MetricChoice, MISSING } from "../lib/table/types";
import { candidates } from "./candidates.svelte";
import { objective } from "./objective.svelte";
import { TableState } from "./table.svelte";
import { tags } from "./tags.svelte";

/** The list is beside what is looked at: the server spends a tenth of its time on it at most. */
const REST = 9;

const none: ReadonlyMap<string, number> = new Map();

export interface RunObjective {
  readonly choice: MetricChoice;
  /** null: nobody says what is better. */
  readonly goal: Goal | null;
}

class RunTable {
  readonly #data = new TableState(REST);

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

  /** One text, so that the server is asked only when it would answer other columns. */
  readonly #asked = $derived(JSON.stringify(this.likely === null ? [] : asked(this.likely)));

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

  get table() {
    return this.#data.table;
  }

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
  /** What was asked for last, while anybody wants it. */
  #last = "";

  /** Made for an effect: follows the logs as long as anybody wants it. */
  start(): () => void {
    if (this.#users++ === 0) {
      this.#last = "";
      this.#end = this.#data.start();
    }
    return () => {
      if (--this.#users === 0) this.#end();
    };
  }

  /** Made for an effect, beside that of `start`. Nothing is asked twice. */
  ask(): void {
    const wanted = this.#asked;
    if (!tags.known || wanted === this.#last) return;
    this.#last = wanted;
    this.#data.ask(JSON.parse(wanted) as readonly MetricChoice[]);
  }
}

/** What runs are judged by, their best and their last value: each once. */
function asked({ choice, goal }: RunObjective): readonly MetricChoice[] {
  const { tag } = choice;
  const best: readonly MetricChoice[] = goal === null ? [] : [{ tag, take: goal }];
  const all: readonly MetricChoice[] = [choice, ...best, { tag, take: "last" }];
  return [...new Map(all.map((each) => [metricKey(each), each])).values()];
}

function differs({ codes, numbers }: Column): boolean {
  const [code, number] = [codes[0], numbers[0]];
  return codes.some(
    (each, row) => each !== code || (each !== MISSING && !Object.is(numbers[row], number)),
  );
}

export const runTable = new RunTable();
