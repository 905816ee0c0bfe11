/** Which importance is asked for, and what came. */

import { fetchImportance, type Importance } from "../../../api/importance";
import type { MetricChoice } from "../../../lib/table/types";

/** A brush that moves asks once it rests, in milliseconds, and one that never does, as live runs, after so many. */
const REST = 400;
const LONGEST = 3000;
/** After an answer the server rests for so many times what that took. */
const PAUSE = 3;

export interface ImportanceQuestion {
  readonly metric: MetricChoice;
  /** Run and number of each trial. */
  readonly trials: readonly (readonly [string, number])[];
  /** Values of the metric: while trials run, the same trials have another answer. */
  readonly values: readonly number[];
  readonly withData: boolean;
}

export class ImportanceState {
  /** The last answer; also while the next one is on its way. */
  answer = $state.raw<Importance | null>(null);
  isWorking = $state(false);
  error = $state.raw<string | null>(null);

  #asked = "";
  #question: ImportanceQuestion | null = null;
  #next: (() => ImportanceQuestion) | null = null;
  /** When `#next` began to wait. */
  #since = 0;
  #pauseUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  /**
   * Asks soon; the same question as before changes nothing.
   * @param question - made once the asking rests: of ten thousand trials it is long.
   */
  ask(question: () => ImportanceQuestion): void {
    this.isWorking = true;
    if (this.#next === null) this.#since = performance.now();
    this.#next = question;
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const wait = Math.min(REST, this.#since + LONGEST - now);
    this.#timer = setTimeout(() => this.#askNow(), Math.max(0, wait, this.#pauseUntil - now));
  }

  #askNow(): void {
    if (this.#next === null) return;
    const question = this.#next();
    const asked = JSON.stringify(question);
    if (asked === this.#asked) {
      this.#next = null;
      this.isWorking = this.#abort !== null;
      return;
    }
    // While trials run, an answer would be given up again and again: it is worth having, and the next one follows.
    if (this.#abort !== null && this.#question !== null && isAlike(this.#question, question))
      return;
    this.#next = null;
    this.#asked = asked;
    this.#question = question;
    this.#abort?.abort();
    void this.retry();
  }

  async retry(): Promise<void> {
    if (this.#question === null) return;
    const { metric, trials, withData } = this.#question;
    const abort = new AbortController();
    this.#abort = abort;
    this.isWorking = true;
    this.error = null;
    const began = performance.now();
    try {
      this.answer = await fetchImportance(metric, trials, withData, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    const now = performance.now();
    this.#pauseUntil = now + PAUSE * (now - began);
    this.#abort = null;
    this.isWorking = this.#next !== null;
    if (this.#next !== null) this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }
}

/** Whether they differ in nothing but how far the trials are. */
function isAlike(one: ImportanceQuestion, other: ImportanceQuestion): boolean {
  const plain = ({ metric, trials, withData }: ImportanceQuestion): string =>
    JSON.stringify([metric, trials, withData]);
  return plain(one) === plain(other);
}
