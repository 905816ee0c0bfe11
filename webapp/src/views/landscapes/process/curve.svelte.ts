/** The curve of one scalar of one run. */

import { SvelteMap } from "svelte/reactivity";
import type { ScalarSeries } from "../../../api/scalars";
import { keptScalars } from "../../../cards/records/kept";
import { pixelsFor } from "../../../cards/scalars/demand";
import { ScalarsLoader, type CardData } from "../../../cards/scalars/loader";
import { live } from "../../../state/live.svelte";

export class ProcessCurve {
  /** Key of the curve that is asked for. */
  #key = $state("");
  /** What was asked for before is held as long as the loader holds it. */
  readonly #data = new SvelteMap<string, CardData>();
  readonly #loader = new ScalarsLoader(
    keptScalars,
    { axis: "step", smoothing: 0, quantiles: false },
    (work) => requestAnimationFrame(work),
    (key, data) => {
      if (data === null) this.#data.delete(key);
      else this.#data.set(key, data);
    },
  );

  /** Empty until it is there. */
  readonly series: readonly ScalarSeries[] = $derived(this.#data.get(this.#key)?.series ?? []);
  /** Why the last request failed; null if it did not. */
  readonly error: string | null = $derived(this.#data.get(this.#key)?.error ?? null);

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => this.#loader.grow(growth));
    return () => {
      unsubscribe();
      this.#loader.stop();
    };
  }

  /** @param width - of the drawing, in pixels. */
  want(run: string, tag: string, width: number): void {
    if (tag === "" || width === 0) return;
    const key = `${run}\n${tag}`;
    if (this.#key !== key) this.#loader.drop(this.#key);
    this.#key = key;
    const card = { key, kind: "scalar", tag, runs: [run] } as const;
    this.#loader.want({ card, pixels: pixelsFor(width, 1), range: null });
  }
}
