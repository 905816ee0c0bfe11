/** The environments of two runs. */

import { fetchEnvironment, type Environment } from "../../api/environment";

export class Environments {
  /** One for each run asked for; null: it recorded none. */
  both = $state.raw<readonly [Environment | null, Environment | null] | null>(null);
  error = $state<string | null>(null);

  #abort: AbortController | null = null;

  async ask(a: string, b: string): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.both = null;
    this.error = null;
    try {
      const one = await fetchEnvironment(a, abort.signal);
      const other = a === b ? one : await fetchEnvironment(b, abort.signal);
      if (!abort.signal.aborted) this.both = [one, other];
    } catch (error) {
      if (!abort.signal.aborted)
        this.error = error instanceof Error ? error.message : String(error);
    }
  }

  stop(): void {
    this.#abort?.abort();
  }
}
