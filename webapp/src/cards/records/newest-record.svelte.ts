/** The newest record of a series, as soon as it is loaded; it follows the logs. */

import { onDestroy } from "svelte";
import { mediaUrl, type RecordSeries } from "../../api/records";
import type { Kind } from "../../api/kinds";
import { records } from "../../state/records.svelte";
import type { LoadingCache } from "./loading-cache";
import { ShownPayload } from "./shown.svelte";

interface Place {
  readonly kind: Kind;
  readonly run: string;
  readonly tag: string;
}

interface Options<T> {
  readonly cache: LoadingCache<T>;
  /** What the cache loads a record by; its own file unless given. */
  readonly addressOf?: (series: RecordSeries, index: number) => string | null;
}

export class NewestRecord<T> {
  readonly #place: () => Place;
  readonly #shown: ShownPayload<T>;

  readonly series = $derived.by(() => {
    const { kind, run, tag } = this.#place();
    return records.of(kind, run, tag).series;
  });
  readonly step = $derived.by(() => this.series?.step.at(-1) ?? null);

  /** While a component is made. @param place - reactive. */
  constructor(place: () => Place, { cache, addressOf }: Options<T>) {
    this.#place = place;
    this.#shown = new ShownPayload(cache);
    $effect(() => {
      const { kind, run, tag } = place();
      return records.want(kind, [{ run, tag }]);
    });
    $effect(() => {
      const { series } = this;
      const index = (series?.step.length ?? 0) - 1;
      const of = addressOf ?? ((given, i) => fileOf(place().kind, given, i));
      this.#shown.show(series === null || index < 0 ? null : of(series, index));
    });
    onDestroy(() => this.#shown.stop());
  }

  /** null until it is loaded. */
  get current(): T | null {
    return this.#shown.current;
  }

  /** Why it could not be loaded; null if it could. */
  get error(): string | null {
    const { kind, run, tag } = this.#place();
    return this.#shown.error ?? records.of(kind, run, tag).error;
  }
}

function fileOf(kind: Kind, series: RecordSeries, index: number): string {
  const { run, tag, step, check } = series;
  return mediaUrl(kind, run, tag, step[index] ?? NaN, check[index] ?? null);
}
