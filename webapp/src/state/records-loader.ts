/** Gets the index of steps of the series in sight, and for growing series only what is new. */

import { joined } from "../api/arrays";
import type { AskedSeries, RecordSeries } from "../api/records";
import type { GrownRun } from "../api/events";
import type { Kind } from "../api/kinds";
import type { MissingSeries, SeriesKey } from "../api/series";
import {
  grown,
  leave,
  longestResting,
  newAskedEntry,
  SeriesRequests,
  type AskedEntry,
  type Need,
} from "./series-requests";

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

type Answer = RecordSeries | MissingSeries;

interface Entry extends AskedEntry {
  /** Summary fields that anybody has wanted so far. */
  readonly fields: Set<string>;
  state: RecordsState;
  /** How many want it now. */
  wanted: number;
  /** When it was last let go, by a running number. */
  seen: number;
}

interface IndexNeed extends Need {
  readonly kind: Kind;
  /** Names of fields of the summaries. */
  readonly fields: readonly string[];
}

/** Series out of sight that are kept. */
const KEEP_LIMIT = 500;

export function seriesKey(kind: string, run: string, tag: string): string {
  return `${kind} ${run} ${tag}`;
}

export class RecordsLoader {
  readonly #requests: SeriesRequests<Entry, IndexNeed, Answer>;
  readonly #onChange: (key: string, state: RecordsState | null) => void;
  readonly #entries = new Map<string, Entry>();
  #clock = 0;

  /**
   * @param nextFrame - calls back soon, after what happens at the same time has happened.
   * @param onChange - called with every change of a series; null: it was let go.
   */
  constructor(
    fetch: FetchRecords,
    nextFrame: (work: () => void) => void,
    onChange: (key: string, state: RecordsState | null) => void,
  ) {
    this.#onChange = onChange;
    const inquiry = {
      needs: () => this.#needs(),
      fetch: (need: IndexNeed, entries: readonly Entry[], signal: AbortSignal) => {
        const asked = entries.map((entry) => heldBy(entry, need));
        return fetch(need.kind, asked, need.fields, signal);
      },
      take: (entry: Entry, answer: Answer) => {
        this.#change(entry, { series: taken(entry, answer), known: true });
      },
      fail: (entry: Entry, error: string) => {
        this.#change(entry, { error });
      },
      settled: () => undefined,
    };
    this.#requests = new SeriesRequests(inquiry, (send) => {
      nextFrame(() => {
        this.#forget();
        send();
      });
    });
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
    this.#requests.schedule();
    return () => {
      for (const entry of entries) {
        entry.wanted--;
        entry.seen = ++this.#clock;
      }
      // Whoever wants them again at once shall find them, and their requests, as they were.
      this.#requests.schedule();
    };
  }

  /** Ask again for what failed. */
  retry(): void {
    for (const entry of this.#entries.values()) this.#forgive(entry);
    this.#requests.schedule();
  }

  /** Records came. Only series in sight are asked for now. */
  grow(growth: readonly GrownRun[]): void {
    // The server is there again.
    for (const entry of grown(this.#entries.values(), growth)) this.#forgive(entry);
    this.#requests.schedule();
  }

  #needs(): readonly (readonly [Entry, IndexNeed])[] {
    return [...this.#entries.values()]
      .filter(({ wanted, state }) => wanted > 0 && state.error === null)
      .map((entry) => [entry, needOf(entry)] as const);
  }

  #forgive(entry: Entry): void {
    if (entry.state.error !== null) this.#change(entry, { error: null });
  }

  #change(entry: Entry, change: Partial<RecordsState>): void {
    entry.state = { ...entry.state, ...change };
    this.#onChange(seriesKey(entry.kind, entry.run, entry.tag), entry.state);
  }

  #forget(): void {
    const resting = [...this.#entries].filter(([, { wanted }]) => wanted === 0);
    const needed = new Set(
      [...this.#entries.values()].filter(({ wanted }) => wanted > 0).map(({ batch }) => batch),
    );
    for (const [key, entry] of resting) {
      // An error is reported to those who saw it fail, not to those who come back.
      this.#forgive(entry);
      if (entry.batch === null || needed.has(entry.batch)) continue;
      leave(entry);
      if (!entry.state.known) this.#drop(key);
    }
    for (const key of longestResting(resting, KEEP_LIMIT)) this.#drop(key);
  }

  #drop(key: string): void {
    this.#entries.delete(key);
    this.#onChange(key, null);
  }
}

function newEntry(kind: Kind, run: string, tag: string): Entry {
  const state = { series: null, known: false, error: null };
  return { ...newAskedEntry(kind, run, tag), fields: new Set(), state, wanted: 0, seen: 0 };
}

/** Any request under way is waited for. */
function needOf({ kind, fields }: Entry): IndexNeed {
  const names = [...fields].sort();
  return { key: `${kind} ${names.join(" ")}`, place: kind, kind, fields: names };
}

/** With what is held, if the answer can be appended to it. */
function heldBy({ run, tag, holds, state }: Entry, { key }: IndexNeed): AskedSeries {
  const { series } = state;
  if (series === null || holds !== key) return { run, tag };
  return { run, tag, have: series.step.length, version: series.version };
}

function taken({ state }: Entry, answer: Answer): RecordSeries | null {
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
