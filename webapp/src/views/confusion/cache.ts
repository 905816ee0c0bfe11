/** The matrices that were read last. */

import { fetchConfusion, type Confusion } from "../../api/confusion";
import { LoadingCache } from "../../cards/loading-cache";

interface Place {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly check: number;
}

export const matrices = new LoadingCache<Confusion>({
  load: (address, signal) => {
    const { run, tag, step, check } = JSON.parse(address) as Place;
    return fetchConfusion(run, tag, step, check, signal);
  },
  most: 60,
});

/** The address of a record by its place in the index of its series; null: there is none. */
export function addressOf(
  series: {
    readonly run: string;
    readonly tag: string;
    readonly step: Float64Array;
    readonly check: Float64Array;
  } | null,
  index: number,
): string | null {
  const [step, check] = [series?.step[index], series?.check[index]];
  if (series === null || step === undefined || check === undefined) return null;
  const place: Place = { run: series.run, tag: series.tag, step, check };
  return JSON.stringify(place);
}
