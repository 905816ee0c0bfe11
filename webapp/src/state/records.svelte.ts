/** Which steps the series in sight have: the index of their records, kept up to date. */

import { SvelteMap } from "svelte/reactivity";
import { fetchRecords } from "../api/records";
import type { Kind } from "../api/kinds";
import type { SeriesKey } from "../api/series";
import { live } from "./live.svelte";
import { RecordsLoader, seriesKey, type RecordsState } from "./records-loader";
import { behindCurves } from "./series-requests";

export type { RecordsState } from "./records-loader";

const UNKNOWN: RecordsState = { series: null, known: false, error: null };

class Records {
  readonly #states = new SvelteMap<string, RecordsState>();
  readonly #loader = new RecordsLoader(fetchRecords, behindCurves, (key, state) => {
    if (state === null) this.#states.delete(key);
    else this.#states.set(key, state);
  });

  constructor() {
    live.subscribe((growth) => this.#loader.grow(growth));
  }

  /** Reactive. */
  of(kind: Kind, run: string, tag: string): RecordsState {
    return this.#states.get(seriesKey(kind, run, tag)) ?? UNKNOWN;
  }

  /**
   * These series are in sight: their index is fetched, and follows the logs.
   * Made for an effect: `$effect(() => records.want("image", series, ["width"]))`.
   * @param fields - numbers of the summaries that shall come as columns.
   * @returns how to say that they no longer are.
   */
  want(kind: Kind, series: readonly SeriesKey[], fields: readonly string[] = []): () => void {
    return this.#loader.want(kind, series, fields);
  }

  /** Ask again for whatever failed. */
  retry(): void {
    this.#loader.retry();
  }
}

export const records = new Records();
