/** The curves of bands, along the time of day: what lines up what machines did with a training. */

import { SvelteMap } from "svelte/reactivity";
import type { ScalarSeries } from "../../api/scalars";
import { syncGroup } from "../../charts/line/sync";
import type { ChartRange } from "../../charts/line/types";
import type { SystemBand } from "../../lib/system";
import { live } from "../../state/live.svelte";
import { keptScalars } from "../records/kept";
import { pixelsFor } from "../scalars/demand";
import { ScalarsLoader, type CardData } from "../scalars/loader";

export class SystemCurves {
  readonly sync = syncGroup();
  readonly #data = new SvelteMap<string, CardData>();
  readonly #loader = new ScalarsLoader(
    keptScalars,
    { axis: "wall", smoothing: 0, quantiles: false },
    (work) => requestAnimationFrame(work),
    (key, data) => {
      if (data === null) this.#data.delete(key);
      else this.#data.set(key, data);
    },
  );

  /** Reactive; none before they are there. */
  of({ id }: SystemBand): readonly ScalarSeries[] {
    return this.#data.get(id)?.series ?? [];
  }

  /** Why they are not there; null: they are, or will be. Reactive. */
  errorOf({ id }: SystemBand): string | null {
    return this.#data.get(id)?.error ?? null;
  }

  /** @param range - in seconds since 1970; null: everything. */
  want({ id, lines }: SystemBand, run: string, range: ChartRange | null, width: number): void {
    const members = lines.map(({ tag }) => tag);
    const card = { key: id, kind: "scalar", tag: id, members, runs: [run] } as const;
    this.#loader.want({ card, pixels: pixelsFor(width, members.length), range });
  }

  drop({ id }: SystemBand): void {
    this.#loader.drop(id);
  }

  retry({ id }: SystemBand): void {
    this.#loader.retry(id);
  }

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => this.#loader.grow(growth));
    return () => {
      unsubscribe();
      this.#loader.stop();
    };
  }
}
