/**
 * Gets the data of the cards in sight: one request a frame for all that need the same, nothing
 * twice, and for growing series only what is new.
 */

import type { GrownRun } from "../../api/events";
import type { ScalarSeries, ScalarsQuery } from "../../api/scalars";
import type { MissingSeries } from "../../api/series";
import { appended, placeKey, requestKey, type Demand, type Question } from "./demand";

export type Answer = ScalarSeries | MissingSeries;
export type Fetch = (query: ScalarsQuery, signal: AbortSignal) => Promise<readonly Answer[]>;

/** What is known of one card. A new object whenever anything of it has changed. */
export interface CardData {
  /** In the order of the card's runs, those without an answer left out. */
  readonly series: readonly ScalarSeries[];
  /** Whether all that is wanted is there. */
  readonly complete: boolean;
  /** Why the last request failed; null if it did not. */
  readonly error: string | null;
}

/** One series of one card. */
interface Entry {
  readonly run: string;
  readonly tag: string;
  data: ScalarSeries | null;
  /** The request that `data` answers; null once the series has grown. */
  answers: string | null;
  /** As `answers`, but kept when it grows: what is new can be appended to. */
  shape: string | null;
  /** The request under way. */
  batch: Batch | null;
  /** How often it grew; an answer that was asked before the last time is not the newest. */
  growths: number;
}

interface Batch {
  readonly key: string;
  readonly place: string;
  readonly abort: AbortController;
  /** Entries that still want the answer. */
  waiting: number;
}

interface Holder {
  demand: Demand;
  readonly entries: Map<string, Entry>;
  wanted: boolean;
  error: string | null;
  /** When it was last in sight, by a running number. */
  seen: number;
}

/** Largest number of series in one request, from the server's contract. */
const batchLimit = 2000;
/** Cards out of sight whose data is kept. */
const keepLimit = 200;

export class Loader {
  private readonly fetch: Fetch;
  private readonly nextFrame: (work: () => void) => void;
  private readonly onChange: (key: string, data: CardData | null) => void;
  private readonly holders = new Map<string, Holder>();
  private question: Question;
  private scheduled = false;
  private clock = 0;

  /**
   * @param nextFrame - calls back soon, after what happens at the same time has happened.
   * @param onChange - told about every change of a card's data; null: it was let go.
   */
  constructor(
    fetch: Fetch,
    question: Question,
    nextFrame: (work: () => void) => void,
    onChange: (key: string, data: CardData | null) => void,
  ) {
    this.fetch = fetch;
    this.question = question;
    this.nextFrame = nextFrame;
    this.onChange = onChange;
  }

  /** All cards are asked with this from now on. */
  ask(question: Question): void {
    this.question = question;
    this.schedule();
  }

  /** The card is in sight and needs this. */
  want(demand: Demand): void {
    const { key } = demand.card;
    const holder = this.holders.get(key) ?? newHolder(demand);
    this.holders.set(key, holder);
    holder.demand = demand;
    holder.wanted = true;
    holder.seen = ++this.clock;
    // Runs that leave the card go at once: there may be nothing to ask for.
    const runs = new Set(demand.card.runs);
    if ([...holder.entries.keys()].some((run) => !runs.has(run))) this.tell(holder);
    this.schedule();
  }

  /** The card is out of sight. What it holds is kept for its return. */
  drop(key: string): void {
    const holder = this.holders.get(key);
    if (holder === undefined) return;
    holder.wanted = false;
    holder.error = null;
    for (const entry of holder.entries.values()) leave(entry);
    this.forgetOldest();
  }

  retry(key: string): void {
    const holder = this.holders.get(key);
    if (holder === undefined) return;
    holder.error = null;
    this.tell(holder);
    this.schedule();
  }

  /** Points came. Only cards in sight ask for them now. */
  grow(growth: readonly GrownRun[]): void {
    const byRun = new Map(growth.map((each) => [each.run, each]));
    for (const holder of this.holders.values()) {
      for (const entry of holder.entries.values()) {
        const grown = byRun.get(entry.run);
        if (grown === undefined) continue;
        const series = grown.series?.find(
          ({ kind, tag }) => kind === "scalar" && tag === entry.tag,
        );
        if (grown.series !== null && series === undefined) continue;
        entry.growths++;
        entry.answers = null;
        // The server is there again.
        holder.error = null;
      }
    }
    this.schedule();
  }

  /** Ends every request. */
  stop(): void {
    for (const key of this.holders.keys()) this.drop(key);
    this.holders.clear();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.nextFrame(() => {
      this.scheduled = false;
      this.send();
    });
  }

  private send(): void {
    const groups = new Map<string, { demand: Demand; entries: [Holder, Entry][] }>();
    for (const holder of this.holders.values()) {
      if (!holder.wanted || holder.error !== null) continue;
      const key = requestKey(this.question, holder.demand);
      const place = placeKey(this.question, holder.demand);
      for (const entry of entriesOf(holder)) {
        if (entry.answers === key) continue;
        if (entry.batch !== null) {
          // Something useful is on its way; the next round asks for the rest.
          if (entry.batch.place === place) continue;
          leave(entry);
        }
        const group = groups.get(key) ?? { demand: holder.demand, entries: [] };
        groups.set(key, group);
        group.entries.push([holder, entry]);
      }
    }
    for (const [key, { demand, entries }] of groups) {
      for (let i = 0; i < entries.length; i += batchLimit) {
        void this.request(key, demand, entries.slice(i, i + batchLimit));
      }
    }
  }

  private async request(key: string, demand: Demand, asked: [Holder, Entry][]): Promise<void> {
    const batch: Batch = {
      key,
      place: placeKey(this.question, demand),
      abort: new AbortController(),
      waiting: asked.length,
    };
    const growths = asked.map(([, entry]) => entry.growths);
    for (const [, entry] of asked) entry.batch = batch;
    const query: ScalarsQuery = {
      ...this.question,
      series: asked.map(([, entry]) => heldBy(entry, key, demand)),
      pixels: demand.pixels,
      range: demand.range ?? [null, null],
    };
    const touched = new Set<Holder>();
    try {
      const answers = await this.fetch(query, batch.abort.signal);
      asked.forEach(([holder, entry], i) => {
        const answer = answers[i];
        if (entry.batch !== batch || answer === undefined) return;
        entry.batch = null;
        entry.answers = entry.growths === growths[i] ? key : null;
        take(entry, answer, key);
        touched.add(holder);
      });
    } catch (error) {
      for (const [holder, entry] of asked) {
        if (entry.batch !== batch) continue;
        entry.batch = null;
        holder.error = error instanceof Error ? error.message : String(error);
        touched.add(holder);
      }
    }
    for (const holder of touched) this.tell(holder);
    this.schedule();
  }

  private tell(holder: Holder): void {
    this.onChange(holder.demand.card.key, this.describe(holder));
  }

  private describe(holder: Holder): CardData {
    const entries = entriesOf(holder);
    return {
      series: entries.flatMap(({ data }) => (data === null ? [] : [data])),
      complete: entries.every(({ shape }) => shape !== null),
      error: holder.error,
    };
  }

  private forgetOldest(): void {
    const resting = [...this.holders].filter(([, { wanted }]) => !wanted);
    if (resting.length <= keepLimit) return;
    resting.sort(([, one], [, other]) => one.seen - other.seen);
    for (const [key] of resting.slice(0, resting.length - keepLimit)) {
      this.holders.delete(key);
      this.onChange(key, null);
    }
  }
}

function newHolder(demand: Demand): Holder {
  return { demand, entries: new Map(), wanted: true, error: null, seen: 0 };
}

/** The entries of the runs that the card has now; those of runs that left it are let go. */
function entriesOf({ demand, entries }: Holder): Entry[] {
  const { runs, tag } = demand.card;
  const now = runs.map((run) => {
    const entry = entries.get(run) ?? newEntry(run, tag);
    entries.set(run, entry);
    return entry;
  });
  if (entries.size > runs.length) {
    const kept = new Set(runs);
    for (const [run, entry] of entries) {
      if (kept.has(run)) continue;
      leave(entry);
      entries.delete(run);
    }
  }
  return now;
}

function newEntry(run: string, tag: string): Entry {
  return { run, tag, data: null, answers: null, shape: null, batch: null, growths: 0 };
}

/** The entry no longer waits; a request that nobody waits for is aborted. */
function leave(entry: Entry): void {
  const { batch } = entry;
  if (batch === null) return;
  entry.batch = null;
  batch.waiting--;
  if (batch.waiting === 0) batch.abort.abort();
}

/** With what is held, if the answer can be appended to it. */
function heldBy(entry: Entry, key: string, { range }: Demand): ScalarsQuery["series"][number] {
  const { run, tag, data } = entry;
  if (data === null || !data.exact || range !== null || entry.shape !== key) return { run, tag };
  return { run, tag, have: data.step.length, version: data.version };
}

function take(entry: Entry, answer: Answer, key: string): void {
  entry.shape = key;
  if ("error" in answer) entry.data = null;
  else entry.data = answer.append && entry.data !== null ? appended(entry.data, answer) : answer;
}
