/** The landscapes of the selected runs: which there are, and whole ones as soon as they are asked for. */

import { SvelteMap } from "svelte/reactivity";
import {
  fetchLandscape,
  fetchLandscapes,
  type Landscape,
  type LandscapeFormat,
  type LandscapeSummary,
} from "../../api/landscapes";
import type { GrownRun } from "../../api/events";
import type { CardState } from "../../cards/state";
import { live } from "../../state/live.svelte";
import { keyOf, LandscapeLoader } from "./loader";

export class Landscapes {
  /** Landscapes of the runs that are followed, as the server orders them. */
  summaries = $state.raw<readonly LandscapeSummary[]>([]);
  /** Formats of files that the server can write. */
  formats = $state.raw<readonly LandscapeFormat[]>([]);
  /** True once the server has answered. */
  known = $state(false);
  /** Why the list could not be had; null if it could. */
  error = $state<string | null>(null);

  readonly #whole = new SvelteMap<string, Landscape>();
  readonly #failures = new SvelteMap<string, string>();
  readonly #loader = new LandscapeLoader(
    ({ run, tag, step, id }, signal) => fetchLandscape(run, tag, step, id, signal),
    {
      whole: (key, landscape) => {
        this.#whole.set(key, landscape);
        this.#failures.delete(key);
      },
      failure: (key, message) => this.#failures.set(key, message),
      gone: (key) => {
        this.#whole.delete(key);
        this.#failures.delete(key);
      },
    },
  );
  #runs: readonly string[] = [];
  #abort: AbortController | null = null;
  #isStale = false;

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => {
      if (growth.some((each) => this.#concerns(each))) void this.#fetchList();
    });
    return () => {
      unsubscribe();
      this.#abort?.abort();
      this.#loader.stop();
    };
  }

  /** The runs whose landscapes are listed. */
  follow(runs: readonly string[]): void {
    this.#runs = runs;
    // What was asked of other runs is of no use.
    this.#abort?.abort();
    this.#abort = null;
    void this.#fetchList();
  }

  /**
   * The whole landscape; undefined until it is there. It is loaded on first use, and anew when it
   * grows. Reactive.
   */
  get(summary: LandscapeSummary): Landscape | undefined {
    this.#loader.want(summary);
    return this.#whole.get(keyOf(summary));
  }

  /** Why some of these are not there: one failed, or is on its way; null: all are there. Reactive. */
  missing(summaries: readonly LandscapeSummary[]): CardState | null {
    const failed = summaries.map((each) => this.#failures.get(keyOf(each)));
    const message = failed.find((each) => each !== undefined);
    if (message !== undefined) return { kind: "error", message, onretry: () => this.retry() };
    const isThere = summaries.every((each) => this.get(each) !== undefined);
    return isThere ? null : { kind: "loading" };
  }

  /** The whole landscapes of a list, as far as they are there. Reactive. */
  loaded(summaries: readonly LandscapeSummary[]): Landscape[] {
    return summaries.flatMap((each) => this.get(each) ?? []);
  }

  /** Asks again for all that failed. */
  retry(): void {
    if (this.error !== null) void this.#fetchList();
    this.#loader.retry();
  }

  #concerns({ run, series }: GrownRun): boolean {
    if (!this.#runs.includes(run)) return false;
    return series === null || series.some(({ kind }) => kind === "landscape");
  }

  /** One question at a time; what grows meanwhile is asked for after it. */
  async #fetchList(): Promise<void> {
    if (this.#abort !== null) {
      this.#isStale = true;
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.#isStale = false;
    try {
      const { landscapes: summaries, formats } = await fetchLandscapes(this.#runs, abort.signal);
      if (abort.signal.aborted) return;
      this.#loader.list(summaries);
      this.summaries = summaries;
      this.formats = formats;
      this.known = true;
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.#abort = null;
    if (this.#isStale) void this.#fetchList();
  }
}
