/** Gets the curves of the cards in sight, and for growing series only what is new. */

import type { GrownRun } from "../../api/events";
import type { ScalarSeries, ScalarsQuery } from "../../api/scalars";
import type { MissingSeries } from "../../api/series";
import {
  grown,
  leave,
  longestResting,
  newAskedEntry,
  SeriesRequests,
  type AskedEntry,
  type Need,
} from "../../state/series-requests";
import { appended, placeKey, requestKey, type ScalarDemand, type ScalarQuestion } from "./demand";

export type ScalarAnswer = ScalarSeries | MissingSeries;
export type ScalarFetch = (
  query: ScalarsQuery,
  signal: AbortSignal,
) => Promise<readonly ScalarAnswer[]>;

/** What is known of one card. A new object whenever anything of it has changed. */
export interface CardData {
  /** In the order of the card's runs, and of its tags within each; those without an answer left out. */
  readonly series: readonly ScalarSeries[];
  /** Whether all that is wanted is there. */
  readonly complete: boolean;
  /** Why the last request failed; null if it did not. */
  readonly error: string | null;
}

/** One series of one card. */
interface Entry extends AskedEntry {
  readonly holder: Holder;
  data: ScalarSeries | null;
}

interface Holder {
  demand: ScalarDemand;
  /** By run and tag. */
  readonly entries: Map<string, Entry>;
  wanted: boolean;
  error: string | null;
  /** When it was last in sight, by a running number. */
  seen: number;
}

interface CurveNeed extends Need {
  readonly question: ScalarQuestion;
  readonly demand: ScalarDemand;
}

/** Cards out of sight whose data is kept. */
const KEEP_LIMIT = 200;

export class ScalarsLoader {
  readonly #requests: SeriesRequests<Entry, CurveNeed, ScalarAnswer>;
  readonly #onChange: (key: string, data: CardData | null) => void;
  readonly #holders = new Map<string, Holder>();
  #question: ScalarQuestion;
  #clock = 0;

  /**
   * @param nextFrame - calls back soon, after what happens at the same time has happened.
   * @param onChange - called with every change of a card's data; null: it was let go.
   */
  constructor(
    fetch: ScalarFetch,
    question: ScalarQuestion,
    nextFrame: (work: () => void) => void,
    onChange: (key: string, data: CardData | null) => void,
  ) {
    this.#question = question;
    this.#onChange = onChange;
    const inquiry = {
      needs: () => this.#needs(),
      fetch: (need: CurveNeed, entries: readonly Entry[], signal: AbortSignal) =>
        fetch(queryOf(need, entries), signal),
      take,
      fail: ({ holder }: Entry, message: string) => {
        holder.error = message;
      },
      settled: (entries: readonly Entry[]) => {
        for (const holder of new Set(entries.map((entry) => entry.holder))) this.#changed(holder);
      },
    };
    this.#requests = new SeriesRequests(inquiry, nextFrame);
  }

  /** All cards are asked with this from now on. */
  ask(question: ScalarQuestion): void {
    this.#question = question;
    this.#requests.schedule();
  }

  /** The card is in sight and needs this. */
  want(demand: ScalarDemand): void {
    const { key } = demand.card;
    const holder = this.#holders.get(key) ?? newHolder(demand);
    this.#holders.set(key, holder);
    holder.demand = demand;
    holder.wanted = true;
    holder.seen = ++this.#clock;
    // Runs that leave the card go at once: there may be nothing to ask for.
    const wanted = new Set(seriesOf(demand).map(({ key }) => key));
    if ([...holder.entries.keys()].some((key) => !wanted.has(key))) this.#changed(holder);
    this.#requests.schedule();
  }

  /** The card is out of sight. What it holds is kept for its return. */
  drop(key: string): void {
    const holder = this.#holders.get(key);
    if (holder === undefined) return;
    holder.wanted = false;
    holder.error = null;
    for (const entry of holder.entries.values()) leave(entry);
    this.#forgetOldest();
  }

  retry(key: string): void {
    const holder = this.#holders.get(key);
    if (holder === undefined) return;
    holder.error = null;
    this.#changed(holder);
    this.#requests.schedule();
  }

  /** Points came. Only cards in sight ask for them now. */
  grow(growth: readonly GrownRun[]): void {
    const entries = [...this.#holders.values()].flatMap((each) => [...each.entries.values()]);
    // The server is there again.
    for (const { holder } of grown(entries, growth)) holder.error = null;
    this.#requests.schedule();
  }

  /** Ends every request. */
  stop(): void {
    for (const key of this.#holders.keys()) this.drop(key);
    this.#holders.clear();
  }

  #needs(): readonly (readonly [Entry, CurveNeed])[] {
    const holders = [...this.#holders.values()];
    return holders
      .filter(({ wanted, error }) => wanted && error === null)
      .flatMap((holder) => {
        const { demand } = holder;
        const question = { ...this.#question, ...demand.own };
        const [key, place] = [requestKey(question, demand), placeKey(question, demand)];
        return entriesOf(holder).map((entry) => [entry, { key, place, question, demand }] as const);
      });
  }

  #changed(holder: Holder): void {
    const entries = entriesOf(holder);
    this.#onChange(holder.demand.card.key, {
      series: entries.flatMap(({ data }) => (data === null ? [] : [data])),
      complete: entries.every(({ holds }) => holds !== null),
      error: holder.error,
    });
  }

  #forgetOldest(): void {
    const resting = [...this.#holders].filter(([, { wanted }]) => !wanted);
    for (const key of longestResting(resting, KEEP_LIMIT)) {
      this.#holders.delete(key);
      this.#onChange(key, null);
    }
  }
}

function newHolder(demand: ScalarDemand): Holder {
  return { demand, entries: new Map(), wanted: true, error: null, seen: 0 };
}

/** Of each run of a card each of its tags. */
function seriesOf({ card: { runs, tag, members = [tag] } }: ScalarDemand) {
  return runs.flatMap((run) =>
    members.map((member) => ({ key: `${run}\n${member}`, run, tag: member })),
  );
}

/** The entries of the runs that the card has now; those of runs that left it are let go. */
function entriesOf(holder: Holder): Entry[] {
  const { demand, entries } = holder;
  const wanted = seriesOf(demand);
  const now = wanted.map(({ key, run, tag }) => {
    const entry = entries.get(key) ?? { ...newAskedEntry("scalar", run, tag), holder, data: null };
    entries.set(key, entry);
    return entry;
  });
  if (entries.size > wanted.length) {
    const kept = new Set(wanted.map(({ key }) => key));
    for (const [key, entry] of entries) {
      if (kept.has(key)) continue;
      leave(entry);
      entries.delete(key);
    }
  }
  return now;
}

function queryOf(need: CurveNeed, entries: readonly Entry[]): ScalarsQuery {
  const { pixels, range } = need.demand;
  return {
    ...need.question,
    series: entries.map((entry) => heldBy(entry, need)),
    pixels,
    range: range ?? [null, null],
  };
}

/** With what is held, if the answer can be appended to it. */
function heldBy(entry: Entry, { key, demand }: CurveNeed): ScalarsQuery["series"][number] {
  const { run, tag, data, holds } = entry;
  if (!data?.exact || demand.range !== null || holds !== key) return { run, tag };
  return { run, tag, have: data.step.length, version: data.version };
}

function take(entry: Entry, answer: ScalarAnswer): void {
  if ("error" in answer) entry.data = null;
  else entry.data = answer.append && entry.data !== null ? appended(entry.data, answer) : answer;
}
