/** The trace of a profiler that a user opened: it is looked at without a log. */

import { hasTrace, sendTrace } from "../api/traces";

/** The server keeps what was asked for within the last minutes. */
const LOOK_MS = 60_000;

class TraceFile {
  /** Empty: none was opened. */
  name = $state("");
  /** Of the server's; empty: it is not read yet. */
  id = $state("");
  error = $state.raw<string | null>(null);
  /** How much of it is there, from 0 to 1; 1 while the server reads it. */
  sent = $state(0);
  /** Whether the server has it no more. */
  isGone = $state(false);
  #abort: AbortController | null = null;

  open(file: File): void {
    this.#abort?.abort();
    this.#abort = new AbortController();
    [this.name, this.id, this.error, this.sent] = [file.name, "", null, 0];
    this.isGone = false;
    void this.#send(file, this.#abort.signal);
  }

  /** While it is looked at: the server is reminded, and asked whether it has it still. @returns what ends it. */
  look(): () => void {
    const abort = new AbortController();
    const { id } = this;
    const ask = (): void => void this.#ask(id, abort.signal);
    ask();
    const timer = setInterval(ask, LOOK_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }

  async #ask(id: string, signal: AbortSignal): Promise<void> {
    if (id === "") return;
    try {
      this.isGone = !(await hasTrace(id, signal));
    } catch {
      // A server that can't be asked is reported elsewhere.
    }
  }

  async #send(file: File, signal: AbortSignal): Promise<void> {
    try {
      const sent = await sendTrace(
        file,
        ({ received, wanted }) => {
          if (!signal.aborted) this.sent = received / wanted;
        },
        signal,
      );
      if (!signal.aborted) this.id = sent.id;
    } catch (error) {
      if (!signal.aborted) this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const traceFile = new TraceFile();
