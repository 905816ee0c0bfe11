/** What was read of profiles last. */

import * as api from "../../api/profiles";
import * as parts from "../../api/profile-parts";
import type { ProfilePlace } from "../../api/profiles";
import { LoadingCache } from "../../cards/records/loading-cache";
import { addressOf, placeAt } from "../../cards/records/record-address";

/** A question about a profile, as text: what answers are kept by. `check` changes where the record does. */
export interface Asked<Q> {
  readonly place: ProfilePlace;
  readonly check: number;
  readonly question: Q;
}

export type Asking<Q, A> = (place: ProfilePlace, question: Q, signal: AbortSignal) => Promise<A>;

/** Answers of one route. */
export class Answers<Q, A> {
  readonly cache: LoadingCache<A>;

  constructor(ask: Asking<Q, A>, most = 24) {
    this.cache = new LoadingCache<A>({
      load: (address, signal) => {
        const { place, question } = JSON.parse(address) as Asked<Q>;
        return ask(place, question, signal);
      },
      most,
    });
  }

  addressOf(asked: Asked<Q>): string {
    return JSON.stringify(asked);
  }
}

export const overviews = new Answers((place, _: null, signal) => api.fetchOverview(place, signal));
export const damages = new Answers((place, _: null, signal) => api.fetchDamage(place, signal));
export const tables = new Answers(api.fetchTable);
export const trees = new Answers(api.fetchTree, 6);
export const slices = new Answers(api.fetchSlices, 24);
export const ranges = new Answers(api.fetchRange, 12);
export const events = new Answers(api.fetchEvent, 100);
export const names = new Answers((place, _: null, signal) => api.fetchNames(place, signal), 12);
export const hits = new Answers(api.fetchHits, 24);
export const memories = new Answers(parts.fetchMemory, 12);
export const ranksOf = new Answers((place, _: null, signal) => parts.fetchRanks(place, signal), 4);
export const differences = new Answers(
  (
    place,
    { other, what }: { readonly other: ProfilePlace; readonly what: parts.DifferenceOf },
    signal,
  ) => parts.fetchDifference(place, other, what, signal),
  12,
);

/** Where a record's overview is kept, by its place in the index of its series; null: there is none. */
export function overviewAddress(
  series: Parameters<typeof addressOf>[0],
  index: number,
): string | null {
  const address = addressOf(series, index);
  if (address === null) return null;
  const { check, ...place } = placeAt(address);
  return overviews.addressOf({ place, check, question: null });
}
