/** The table of trials, kept up to date for one view. */

import { fetchTable } from "../api/table";
import { metricKey } from "../lib/table/keys";
import type { MetricChoice, Table } from "../lib/table/types";
import { live } from "./live.svelte";

const empty: Table = {
  rows: 0,
  runs: [],
  numbers: new Int32Array(0),
  trials: new Int32Array(0),
  walltime: new Float64Array(0),
  columns: [],
  declared: [],
};

/** A large table is asked for so seldom that the server spends at most a quarter of its time on it. */
const usualRest = 3;

export class TableState {
  table = $state.raw(empty);
  /** True once the server has answered. */
  known = $state(false);
  /** Why the last request failed; null if it did not. */
  error = $state<string | null>(null);

  readonly #rest: () => number;
  #metrics: readonly MetricChoice[] = [];
  /** Keys of what is there or on its way; null: nothing is. */
  #asked: readonly string[] | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stale = false;
  #restUntil = 0;

  /** @param rest - between two questions, in times that the answer took. */
  constructor(rest = (): number => usualRest) {
    this.#rest = rest;
  }

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe(() => {
      this.#stale = true;
      this.#schedule();
    });
    return () => {
      unsubscribe();
      clearTimeout(this.#timer);
      this.#abort?.abort();
      this.#abort = null;
    };
  }

  /** Which metrics the table has columns of; asks at once. */
  ask(metrics: readonly MetricChoice[]): void {
    this.#metrics = metrics;
    this.retry();
  }

  /** Which metrics the table has columns of at least: those that are no longer wanted go with the next answer. */
  widen(metrics: readonly MetricChoice[]): void {
    const isThere = metrics.every((each) => this.#asked?.includes(metricKey(each)) ?? false);
    if (isThere && this.#asked !== null) this.#metrics = metrics;
    else this.ask(metrics);
  }

  retry(): void {
    this.#abort?.abort();
    void this.#fetch();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#abort !== null || !this.#stale) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#fetch();
      },
      Math.max(0, this.#restUntil - performance.now()),
    );
  }

  async #fetch(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#stale = false;
    this.#asked = this.#metrics.map(metricKey);
    const began = performance.now();
    try {
      const table = await fetchTable(this.#metrics, abort.signal);
      this.table = table;
      this.known = true;
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#asked = null;
      this.error = error instanceof Error ? error.message : String(error);
    }
    const now = performance.now();
    this.#restUntil = now + this.#rest() * (now - began);
    this.#abort = null;
    this.#schedule();
  }
}
