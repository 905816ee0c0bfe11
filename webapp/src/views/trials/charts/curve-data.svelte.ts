/** The curves of one metric, as they are asked for and grow. */

import { onMount, untrack } from "svelte";
import type { Card } from "../../../cards/page/cards";
import { keptScalars } from "../../../cards/records/kept";
import { ScalarsLoader, type CardData } from "../../../cards/scalars/loader";
import type { ChartRange } from "../../../charts/line/types";
import { live } from "../../../state/live.svelte";

/** One chart, one key for the loader. */
const key = "curves of the trials";

/** To be made while a component is. */
export class CurveData {
  /** null: not there yet. */
  current = $state.raw<CardData | null>(null);
  readonly #loader: ScalarsLoader;

  /** @param smoothing - of the curves; read again when it changes. */
  constructor(smoothing: () => number) {
    const question = () => ({ axis: "step", smoothing: smoothing(), quantiles: false }) as const;
    const loader = new ScalarsLoader(
      keptScalars,
      untrack(question),
      (work) => requestAnimationFrame(work),
      (_, next) => (this.current = next),
    );
    this.#loader = loader;
    $effect(() => {
      const asked = question();
      untrack(() => loader.ask(asked));
    });
    onMount(() => {
      const unsubscribe = live.subscribe((growth) => loader.grow(growth));
      return () => {
        unsubscribe();
        loader.stop();
      };
    });
  }

  want(tag: string, runs: readonly string[], pixels: number, range: ChartRange | null): void {
    const card: Card = { key, kind: "scalar", tag, runs };
    this.#loader.want({ card, pixels, range });
  }

  /** Another tag is another card: nothing of the last one may be taken for its own. */
  drop(): void {
    this.#loader.drop(key);
    this.current = null;
  }

  retry(): void {
    this.#loader.retry(key);
  }
}
