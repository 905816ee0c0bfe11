/** The environments of some runs. */

import { fetchEnvironment, type Environment } from "../../api/environment";

export class Environments {
  /** One for each run asked for; null: it recorded none. */
  all = $state.raw<readonly (Environment | null)[] | null>(null);
  error = $state<string | null>(null);

  #abort: AbortController | null = null;

  /** @param runs - ids; one may be there several times. */
  async ask(runs: readonly string[]): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.all = null;
    this.error = null;
    try {
      const found: (Environment | null)[] = [];
      for (const [i, run] of runs.entries()) {
        // Trials of one run share theirs.
        const known = found[runs.indexOf(run)];
        const isKnown = runs.indexOf(run) < i && known !== undefined;
        found.push(isKnown ? known : await fetchEnvironment(run, abort.signal));
      }
      if (!abort.signal.aborted) this.all = found;
    } catch (error) {
      if (!abort.signal.aborted)
        this.error = error instanceof Error ? error.message : String(error);
    }
  }

  stop(): void {
    this.#abort?.abort();
  }
}
