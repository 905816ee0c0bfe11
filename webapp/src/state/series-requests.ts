/**
 * Asks for many series with few requests: one a frame for all that need the same, nothing twice,
 * and again for what has grown.
 */

import type { GrownRun } from "../api/events";
import type { Kind } from "../api/kinds";

/** What has to be known of a series. */
export interface Need {
  /** Series with the same key are asked for with one request. */
  readonly key: string;
  /** A request under way for the same place is waited for, though its key may be another. */
  readonly place: string;
}

/** A request under way. */
export interface Batch {
  readonly place: string;
  readonly abort: AbortController;
  /** Those that still want the answer. */
  readonly waiting: Set<AskedEntry>;
}

/** One series that is or was asked for. */
export interface AskedEntry {
  readonly kind: Kind;
  readonly run: string;
  readonly tag: string;
  /** Key of the need that the last answer is for; null once the series has grown. */
  answers: string | null;
  /** As `answers`, but kept when it grows: what is new can be appended to what is held. */
  holds: string | null;
  /** The request under way. */
  batch: Batch | null;
  /** How often it grew; an answer that was asked before the last time is not the newest. */
  growths: number;
}

/** What is asked, and what becomes of the answers. */
export interface Inquiry<E extends AskedEntry, N extends Need, A> {
  /** The series in sight, each with what it needs. */
  needs(): readonly (readonly [E, N])[];
  fetch(need: N, entries: readonly E[], signal: AbortSignal): Promise<readonly A[]>;
  take(entry: E, answer: A, need: N): void;
  fail(entry: E, message: string): void;
  /** After all of a request were taken or have failed. */
  settled(entries: readonly E[]): void;
}

/** Largest number of series in one request, from the server's contract. */
const BATCH_LIMIT = 2000;

export function newAskedEntry(kind: Kind, run: string, tag: string): AskedEntry {
  return { kind, run, tag, answers: null, holds: null, batch: null, growths: 0 };
}

/** Soon, but behind curves of the same frame, which ask together in a task of their own. */
export const behindCurves = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(() => setTimeout(work)));
};

export class SeriesRequests<E extends AskedEntry, N extends Need, A> {
  readonly #inquiry: Inquiry<E, N, A>;
  readonly #nextFrame: (work: () => void) => void;
  #scheduled = false;

  /** @param nextFrame - calls back soon, after what happens at the same time has happened. */
  constructor(inquiry: Inquiry<E, N, A>, nextFrame: (work: () => void) => void) {
    this.#inquiry = inquiry;
    this.#nextFrame = nextFrame;
  }

  /** Ask soon for what is needed then. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#nextFrame(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    const groups = new Map<string, { need: N; entries: E[] }>();
    for (const [entry, need] of this.#inquiry.needs()) {
      if (entry.answers === need.key) continue;
      if (entry.batch !== null) {
        // Something useful is on its way; the next round asks for the rest.
        if (entry.batch.place === need.place) continue;
        leave(entry);
      }
      const group = groups.get(need.key) ?? { need, entries: [] };
      groups.set(need.key, group);
      group.entries.push(entry);
    }
    for (const { need, entries } of groups.values()) {
      for (let i = 0; i < entries.length; i += BATCH_LIMIT) {
        void this.#request(need, entries.slice(i, i + BATCH_LIMIT));
      }
    }
  }

  async #request(need: N, asked: readonly E[]): Promise<void> {
    const { place } = need;
    const batch: Batch = { place, abort: new AbortController(), waiting: new Set(asked) };
    const growths = asked.map((entry) => entry.growths);
    for (const entry of asked) entry.batch = batch;
    const settled: E[] = [];
    const settle = (entry: E): void => {
      entry.batch = null;
      settled.push(entry);
    };
    try {
      const answers = await this.#inquiry.fetch(need, asked, batch.abort.signal);
      asked.forEach((entry, i) => {
        const answer = answers[i];
        if (entry.batch !== batch || answer === undefined) return;
        settle(entry);
        entry.answers = entry.growths === growths[i] ? need.key : null;
        entry.holds = need.key;
        this.#inquiry.take(entry, answer, need);
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      for (const entry of asked) {
        if (entry.batch !== batch) continue;
        settle(entry);
        this.#inquiry.fail(entry, message);
      }
    }
    this.#inquiry.settled(settled);
    this.schedule();
  }
}

/** The entry no longer waits; a request that nobody waits for is aborted. */
export function leave(entry: AskedEntry): void {
  const { batch } = entry;
  if (batch === null) return;
  entry.batch = null;
  batch.waiting.delete(entry);
  if (batch.waiting.size === 0) batch.abort.abort();
}

/** Those of `entries` that have grown; their answers are no longer the newest. */
export function grown<E extends AskedEntry>(
  entries: Iterable<E>,
  growth: readonly GrownRun[],
): readonly E[] {
  const byRun = new Map(
    growth.map(({ run, series }) => [
      run,
      series && new Set(series.map(({ kind, tag }) => `${kind} ${tag}`)),
    ]),
  );
  const found = [...entries].filter(({ kind, run, tag }) => {
    const series = byRun.get(run);
    return series === null || series?.has(`${kind} ${tag}`) === true;
  });
  for (const entry of found) {
    entry.growths++;
    entry.answers = null;
  }
  return found;
}

interface Resting {
  /** When it was last in sight, by a running number. */
  readonly seen: number;
}

/** Keys of those that were longest out of sight, so that `limit` of them are left. */
export function longestResting(
  resting: readonly (readonly [string, Resting])[],
  limit: number,
): readonly string[] {
  const surplus = resting.length - limit;
  if (surplus <= 0) return [];
  const byAge = [...resting].sort(([, one], [, other]) => one.seen - other.seen);
  return byAge.slice(0, surplus).map(([key]) => key);
}
