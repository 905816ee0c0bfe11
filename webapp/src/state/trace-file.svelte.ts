/** The trace of a profiler that a user opened: it is looked at without a log. */

import { sendTrace } from "../api/traces";

class TraceFile {
  /** Empty: none was opened. */
  name = $state("");
  /** Of the server's; empty: it is not read yet. */
  id = $state("");
  error = $state.raw<string | null>(null);
  /** How much of it is there, from 0 to 1; 1 while the server reads it. */
  sent = $state(0);
  #abort: AbortController | null = null;

  open(file: File): void {
    this.#abort?.abort();
    this.#abort = new AbortController();
    [this.name, this.id, this.error, this.sent] = [file.name, "", null, 0];
    void this.#send(file, this.#abort.signal);
  }

  async #send(file: File, signal: AbortSignal): Promise<void> {
    try {
      const told = await sendTrace(
        file,
        ({ received, wanted }) => {
          if (!signal.aborted) this.sent = received / wanted;
        },
        signal,
      );
      if (!signal.aborted) this.id = told.id;
    } catch (error) {
      if (!signal.aborted) this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const traceFile = new TraceFile();
