/** Gets whole landscapes: nothing twice, one request at a time for each, and anew once one has grown. */

import type { Landscape, LandscapePlace, LandscapeSummary } from "../../api/landscapes";

export type LandscapeFetch = (place: LandscapePlace, signal: AbortSignal) => Promise<Landscape>;

export interface LandscapeListener {
  /** A landscape came, or came anew. */
  readonly whole: (key: string, landscape: Landscape) => void;
  readonly failure: (key: string, message: string) => void;
  /** Called when a landscape is no longer listed, or is asked for again after it failed. */
  readonly gone: (key: string) => void;
}

/** One text for each landscape. */
export function keyOf({ run, tag, step, id }: LandscapePlace): string {
  return [run, step, id, tag].join("\n");
}

/** What changes whenever a record of it came. */
function versionOf({ walltime, done, snapshots, points }: LandscapeSummary): string {
  return [walltime, done, snapshots, points].join(" ");
}

interface Wanted {
  summary: LandscapeSummary;
  /** The version that was asked for last; null: ask anew. */
  asked: string | null;
  abort: AbortController | null;
  hasFailed: boolean;
}

export class LandscapeLoader {
  readonly #fetch: LandscapeFetch;
  readonly #listener: LandscapeListener;
  readonly #wanted = new Map<string, Wanted>();

  constructor(fetch: LandscapeFetch, listener: LandscapeListener) {
    this.#fetch = fetch;
    this.#listener = listener;
  }

  want(summary: LandscapeSummary): void {
    const key = keyOf(summary);
    if (this.#wanted.has(key)) return;
    const wanted: Wanted = { summary, asked: null, abort: null, hasFailed: false };
    this.#wanted.set(key, wanted);
    // Who asks may be in the middle of working something out, where nothing may change.
    queueMicrotask(() => void this.#load(key, wanted));
  }

  /** All that there are now: those that grew are loaded again, those that are gone are let go. */
  list(summaries: readonly LandscapeSummary[]): void {
    const there = new Map(summaries.map((summary) => [keyOf(summary), summary]));
    for (const [key, wanted] of this.#wanted) {
      const summary = there.get(key);
      if (summary === undefined) {
        wanted.abort?.abort();
        this.#wanted.delete(key);
        this.#listener.gone(key);
      } else {
        wanted.summary = summary;
        void this.#load(key, wanted);
      }
    }
  }

  /** Asks again for what failed. */
  retry(): void {
    for (const [key, wanted] of this.#wanted) {
      if (!wanted.hasFailed) continue;
      wanted.asked = null;
      this.#listener.gone(key);
      void this.#load(key, wanted);
    }
  }

  /** Ends every request. */
  stop(): void {
    for (const { abort } of this.#wanted.values()) abort?.abort();
    this.#wanted.clear();
  }

  async #load(key: string, wanted: Wanted): Promise<void> {
    // It may have gone before its turn came.
    if (wanted.abort !== null || this.#wanted.get(key) !== wanted) return;
    const version = versionOf(wanted.summary);
    if (wanted.asked === version) return;
    const abort = new AbortController();
    wanted.abort = abort;
    wanted.asked = version;
    try {
      const landscape = await this.#fetch(wanted.summary, abort.signal);
      if (abort.signal.aborted) return;
      wanted.hasFailed = false;
      this.#listener.whole(key, landscape);
    } catch (error) {
      if (abort.signal.aborted) return;
      wanted.hasFailed = true;
      this.#listener.failure(key, error instanceof Error ? error.message : String(error));
    }
    wanted.abort = null;
    // It may have grown meanwhile.
    void this.#load(key, wanted);
  }
}
