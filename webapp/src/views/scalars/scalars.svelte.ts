/** What the cards of the view share: their data, their zooms, their cursor. */

import { SvelteMap } from "svelte/reactivity";
import { fetchScalars } from "../../api/client";
import { syncGroup } from "../../charts/line/sync";
import type { ZoomStack } from "../../charts/line/zoom";
import { live } from "../../state/live.svelte";
import type { Card } from "./cards";
import type { Question } from "./demand";
import { Loader, type CardData } from "./loader";
import { settings } from "./settings";

export function currentQuestion(): Question {
  const { axis, smoothing, outliers } = settings;
  return { axis, smoothing, quantiles: outliers };
}

export class Scalars {
  readonly data = new SvelteMap<string, CardData>();
  /** Outlive their cards, which exist only while they are in sight. */
  readonly zooms = new SvelteMap<string, ZoomStack>();
  readonly sync = syncGroup();
  readonly loader = new Loader(
    fetchScalars,
    currentQuestion(),
    (work) => requestAnimationFrame(work),
    (key, data) => {
      if (data === null) this.data.delete(key);
      else this.data.set(key, data);
    },
  );

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => this.loader.grow(growth));
    return () => {
      unsubscribe();
      this.loader.stop();
    };
  }
}

/** The same chart in full screen has another width, and so data of its own. */
export function inFullScreen(card: Card): Card {
  return { ...card, key: `full\n${card.key}` };
}
