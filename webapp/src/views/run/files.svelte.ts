/** The files of a run, and how they grow. */

import { fetchFiles, type LogFile } from "../../api/files";
import { live } from "../../state/live.svelte";

/** A run that grows all the time is asked about no more often. */
const REST_MS = 3000;

export class RunFiles {
  /** null until the server has answered. */
  list = $state.raw<readonly LogFile[] | null>(null);
  error = $state<string | null>(null);

  readonly #run: string;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: string) {
    this.#run = run;
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
      this.list = await fetchFiles(this.#run, abort.signal);
      this.error = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}
