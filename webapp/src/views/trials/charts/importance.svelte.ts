/** Which importance is asked for, and what came. */

import { fetchImportance, type Importance } from "../../../api/importance";
import type { MetricChoice } from "../../../lib/table/types";

/** A brush that moves asks once it rests, in milliseconds. */
const rest = 400;

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
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  /**
   * Asks soon; the same question as before changes nothing.
   * @param question - made once the asking rests: of ten thousand trials it is long.
   */
  ask(question: () => ImportanceQuestion): void {
    this.isWorking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#askNow(question()), rest);
  }

  #askNow(question: ImportanceQuestion): void {
    const asked = JSON.stringify(question);
    if (asked === this.#asked) {
      this.isWorking = this.#abort !== null;
      return;
    }
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
    try {
      this.answer = await fetchImportance(metric, trials, withData, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.#abort = null;
    this.isWorking = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }
}
