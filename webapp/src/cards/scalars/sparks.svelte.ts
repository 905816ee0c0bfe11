/** Small curves of the runs in sight: one request for all, and for what grows only what is new. */

import { SvelteMap } from "svelte/reactivity";
import type { ScalarSeries } from "../../api/scalars";
import { keptScalars } from "../records/kept";
import { live } from "../../state/live.svelte";
import { behindCurves } from "../../state/series-requests";
import { tags } from "../../state/tags.svelte";
import type { Card } from "../page/cards";
import { ScalarsLoader } from "./loader";
import { byRun, isIn } from "./spark-runs";

/** Wide enough for a few dozen pixels: about four points for each. */
const PIXELS = 30;

export class Sparks {
  readonly #byTag = new SvelteMap<string, ReadonlyMap<string, ScalarSeries>>();
  readonly #loader = new ScalarsLoader(
    keptScalars,
    { axis: "step", smoothing: 0, quantiles: false },
    behindCurves,
    (tag, data) => {
      if (data === null) this.#byTag.delete(tag);
      else this.#byTag.set(tag, byRun(data.series));
    },
  );
  #wanted: readonly string[] = [];

  /** Reactive; undefined: not there yet, or the run has none. */
  of(run: string, tag: string): ScalarSeries | undefined {
    return this.#byTag.get(tag)?.get(run);
  }

  /** Made for an effect. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => this.#loader.grow(growth));
    return () => {
      unsubscribe();
      this.#loader.stop();
      this.#wanted = [];
    };
  }

  /** These runs are in sight, each with a curve of each tag that it has. Made for an effect. */
  want(wanted: readonly string[], runs: readonly string[]): void {
    for (const tag of this.#wanted) if (!wanted.includes(tag)) this.#loader.drop(tag);
    this.#wanted = wanted;
    for (const { tag, runs: having } of tags.of("scalar")) {
      if (!wanted.includes(tag)) continue;
      const shown = runs.filter(isIn(having));
      const card: Card = { key: tag, kind: "scalar", tag, runs: shown };
      this.#loader.want({ card, pixels: PIXELS, range: null });
    }
  }
}
