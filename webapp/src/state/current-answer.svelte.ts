/** What the server is asked again as the question changes: the last answer stays until the next one has come. */

import { untrack } from "svelte";

/** Typing asks no more often. */
const REST_MS = 120;

export class CurrentAnswer<Answer> {
  /** null: there is none yet. */
  answer = $state.raw<Answer | null>(null);
  error = $state<string | null>(null);
  isAsking = $state(false);

  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Made for an effect, which is run for each question. @param ask - null: there is no question. @returns how to end. */
  follow(ask: ((signal: AbortSignal) => Promise<Answer>) | null): () => void {
    // Its answers are no reason to ask again.
    const isFirst = untrack(() => this.answer === null) && this.#abort === null;
    if (ask === null) {
      this.answer = null;
      this.error = null;
    } else if (isFirst) {
      void this.#fetch(ask);
    } else {
      this.#timer = setTimeout(() => void this.#fetch(ask), REST_MS);
    }
    return () => {
      clearTimeout(this.#timer);
      this.#abort?.abort();
      this.isAsking = false;
    };
  }

  async #fetch(ask: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.isAsking = true;
    try {
      const answer = await ask(abort.signal);
      if (abort.signal.aborted) return;
      this.answer = answer;
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.answer = null;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.isAsking = false;
  }
}
