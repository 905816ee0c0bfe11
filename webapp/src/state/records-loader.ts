/**
 * Gets the index of steps of the series in sight: one request a frame for all of a kind, nothing
 * twice, and for growing series only what is new.
 */

import type { AskedSeries, RecordSeries } from "../api/records";
import type { GrownRun } from "../api/events";
import type { Kind } from "../api/kinds";
import type { MissingSeries, SeriesKey } from "../api/series";

export type FetchRecords = (
  kind: Kind,
  series: readonly AskedSeries[],
  fields: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (RecordSeries | MissingSeries)[]>;

/** What is known of one series. A new object whenever anything of it has changed. */
export interface RecordsState {
  /** null until the first answer, and for a series that does not exist. */
  readonly series: RecordSeries | null;
  /** The server has answered at least once. */
  readonly known: boolean;
  /** Why the last request failed; null if it did not. */
  readonly error: string | null;
}

interface Entry {
  readonly kind: Kind;
  readonly run: string;
  readonly tag: string;
  /** Summary fields that anybody has wanted so far. */
  readonly fields: Set<string>;
  /** The fields that `state.series` has, as text. */
  has: string | null;
  state: RecordsState;
  /** Nothing new since the last answer. */
  fresh: boolean;
  /** How many want it now. */
  wanted: number;
  /** The request under way. */
  abort: AbortController | null;
  /** How often it grew; an answer that was asked before the last time is not the newest. */
  growths: number;
  /** When it was last let go, by a running number. */
  seen: number;
}

/** Largest number of series in one request, from the server's contract. */
const BATCH_LIMIT = 2000;
/** Series out of sight that are kept. */
const KEEP_LIMIT = 500;

export function seriesKey(kind: string, run: string, tag: string): string {
  return `${kind} ${run} ${tag}`;
}

export class RecordsLoader {
  readonly #fetch: FetchRecords;
  readonly #nextFrame: (work: () => void) => void;
  readonly #onChange: (key: string, state: RecordsState | null) => void;
  readonly #entries = new Map<string, Entry>();
  #scheduled = false;
  #clock = 0;

  /**
   * @param nextFrame - calls back soon, after what happens at the same time has happened.
   * @param onChange - told about every change of a series; null: it was let go.
   */
  constructor(
    fetch: FetchRecords,
    nextFrame: (work: () => void) => void,
    onChange: (key: string, state: RecordsState | null) => void,
  ) {
    this.#fetch = fetch;
    this.#nextFrame = nextFrame;
    this.#onChange = onChange;
  }

  /**
   * These series are in sight.
   * @param fields - numbers of the summaries that shall come as columns.
   * @returns how to say that they no longer are.
   */
  want(kind: Kind, series: readonly SeriesKey[], fields: readonly string[] = []): () => void {
    const entries = series.map(({ run, tag }) => {
      const key = seriesKey(kind, run, tag);
      const entry = this.#entries.get(key) ?? newEntry(kind, run, tag);
      this.#entries.set(key, entry);
      entry.wanted++;
      for (const field of fields) entry.fields.add(field);
      return entry;
    });
    this.#schedule();
    return () => {
      for (const entry of entries) {
        entry.wanted--;
        entry.seen = ++this.#clock;
      }
      // Whoever wants them again at once shall find them, and their requests, as they were.
      this.#schedule();
    };
  }

  /** Ask again for what failed. */
  retry(): void {
    for (const entry of this.#entries.values()) {
      if (entry.state.error !== null) this.#change(entry, { error: null });
    }
    this.#schedule();
  }

  /** Records came. Only series in sight are asked for now. */
  grow(growth: readonly GrownRun[]): void {
    const grown = new Map(
      growth.map(({ run, series }) => [
        run,
        series && new Set(series.map(({ kind, tag }) => seriesKey(kind, run, tag))),
      ]),
    );
    for (const [key, entry] of this.#entries) {
      const ofRun = grown.get(entry.run);
      if (ofRun === undefined || (ofRun !== null && !ofRun.has(key))) continue;
      entry.growths++;
      entry.fresh = false;
      // The server is there again.
      if (entry.state.error !== null) this.#change(entry, { error: null });
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#nextFrame(() => {
      this.#scheduled = false;
      this.#forget();
      this.#send();
    });
  }

  #send(): void {
    const groups = new Map<string, Entry[]>();
    for (const entry of this.#entries.values()) {
      if (entry.wanted === 0 || entry.abort !== null || entry.state.error !== null) continue;
      const fields = fieldsOf(entry);
      if (entry.fresh && entry.has === fields) continue;
      const group = `${entry.kind} ${fields}`;
      groups.set(group, [...(groups.get(group) ?? []), entry]);
    }
    for (const entries of groups.values()) {
      for (let i = 0; i < entries.length; i += BATCH_LIMIT) {
        void this.#request(entries.slice(i, i + BATCH_LIMIT));
      }
    }
  }

  async #request(entries: readonly Entry[]): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    const abort = new AbortController();
    const fields = fieldsOf(first);
    const growths = entries.map((entry) => entry.growths);
    for (const entry of entries) entry.abort = abort;
    try {
      const asked = entries.map((entry) => heldBy(entry, fields));
      const names = [...first.fields].sort();
      const answers = await this.#fetch(first.kind, asked, names, abort.signal);
      entries.forEach((entry, i) => {
        const answer = answers[i];
        if (entry.abort !== abort || answer === undefined) return;
        entry.abort = null;
        entry.fresh = entry.growths === growths[i];
        this.#change(entry, { series: taken(entry, answer), known: true });
        entry.has = fields;
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      for (const entry of entries) {
        if (entry.abort !== abort) continue;
        entry.abort = null;
        this.#change(entry, { error: message });
      }
    }
    this.#schedule();
  }

  #change(entry: Entry, change: Partial<RecordsState>): void {
    entry.state = { ...entry.state, ...change };
    this.#onChange(seriesKey(entry.kind, entry.run, entry.tag), entry.state);
  }

  #forget(): void {
    const resting = [...this.#entries].filter(([, { wanted }]) => wanted === 0);
    for (const [key, entry] of resting) {
      // An error is told to those who saw it fail, not to those who come back.
      if (entry.state.error !== null) this.#change(entry, { error: null });
      const { abort } = entry;
      if (abort === null) continue;
      const stillWanted = [...this.#entries.values()].some(
        (other) => other.abort === abort && other.wanted > 0,
      );
      if (stillWanted) continue;
      entry.abort = null;
      abort.abort();
      if (!entry.state.known) this.#drop(key);
    }
    if (resting.length <= KEEP_LIMIT) return;
    resting.sort(([, one], [, other]) => one.seen - other.seen);
    for (const [key] of resting.slice(0, resting.length - KEEP_LIMIT)) this.#drop(key);
  }

  #drop(key: string): void {
    this.#entries.delete(key);
    this.#onChange(key, null);
  }
}

function newEntry(kind: Kind, run: string, tag: string): Entry {
  return {
    kind,
    run,
    tag,
    fields: new Set(),
    has: null,
    state: { series: null, known: false, error: null },
    fresh: false,
    wanted: 0,
    abort: null,
    growths: 0,
    seen: 0,
  };
}

function fieldsOf({ fields }: Entry): string {
  return [...fields].sort().join(" ");
}

/** With what is held, if the answer can be appended to it. */
function heldBy({ run, tag, has, state }: Entry, fields: string): AskedSeries {
  const { series } = state;
  if (series === null || has !== fields) return { run, tag };
  return { run, tag, have: series.step.length, version: series.version };
}

function taken({ state }: Entry, answer: RecordSeries | MissingSeries): RecordSeries | null {
  if ("error" in answer) return null;
  return answer.append && state.series !== null ? appended(state.series, answer) : answer;
}

/** The records that `next` brings, behind those that `held` has. */
export function appended(held: RecordSeries, next: RecordSeries): RecordSeries {
  const fields = Object.entries(next.fields).map(([name, column]) => [
    name,
    joined(held.fields[name] ?? new Float64Array(held.step.length).fill(NaN), column),
  ]);
  return {
    ...next,
    append: false,
    step: joined(held.step, next.step),
    walltime: joined(held.walltime, next.walltime),
    bytes: joined(held.bytes, next.bytes),
    check: joined(held.check, next.check),
    fields: Object.fromEntries(fields) as Record<string, Float64Array>,
    newest: next.step.length > 0 ? next.newest : held.newest,
  };
}

function joined(one: Float64Array, other: Float64Array): Float64Array {
  const all = new Float64Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
