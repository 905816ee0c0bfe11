/** What the server answers about one run, asked again as the run grows. */

import { live } from "../../state/live.svelte";

/** A run that grows all the time is asked about no more often. */
const REST_MS = 3000;

export class RunAnswer<Answer> {
  /** null until the server has answered. */
  answer = $state.raw<Answer | null>(null);
  error = $state<string | null>(null);

  readonly #run: string;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #ask: (run: string, signal: AbortSignal) => Promise<Answer>;

  constructor(run: string, ask: (run: string, signal: AbortSignal) => Promise<Answer>) {
    this.#run = run;
    this.#ask = ask;
  }

  /** Made for an effect. @returns how to end. */
  follow(): () => void {
    void this.#fetch();
    const unsubscribe = live.subscribe((growth) => {
      if (!growth.some(({ run }) => run === this.#run)) return;
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#fetch();
      }, REST_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(this.#timer);
      this.#abort?.abort();
    };
  }

  async #fetch(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      this.answer = await this.#ask(this.#run, abort.signal);
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}
