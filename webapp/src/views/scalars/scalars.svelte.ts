/** What the cards of the view share: their data, their zooms, their cursor. */

import { SvelteMap } from "svelte/reactivity";
import type { Axis } from "../../api/scalars";
import { keptScalars } from "../../cards/records/kept";
import { syncGroup } from "../../charts/line/sync";
import { currentZoom, unzoomed, type ZoomStack } from "../../charts/line/zoom";
import { live } from "../../state/live.svelte";
import type { Card } from "../../cards/page/cards";
import type { ScalarQuestion } from "../../cards/scalars/demand";
import { ScalarsLoader, type CardData } from "../../cards/scalars/loader";
import { settings as viewSettings, smoothingNow } from "./settings";
import { zoomsCodec } from "./zoom-codec";

export function currentQuestion(settings = viewSettings): ScalarQuestion {
  const { axis, heights } = settings;
  return { axis, smoothing: smoothingNow(settings).smoothing, quantiles: heights === "quantiles" };
}

export class Scalars {
  readonly data = new SvelteMap<string, CardData>();
  readonly #zooms = new SvelteMap<string, ZoomStack>();
  readonly #settings: typeof viewSettings;
  /** The zooms that are known here, as the address says them. */
  #zoomText = "";
  #axis: Axis;
  readonly sync = syncGroup();
  readonly loader: ScalarsLoader;

  /** @param settings - those of the cards: the view's own, unless they stand apart. */
  constructor(settings = viewSettings) {
    this.#settings = settings;
    this.#axis = settings.axis;
    this.loader = new ScalarsLoader(
      keptScalars,
      currentQuestion(settings),
      (work) => requestAnimationFrame(work),
      (key, data) => {
        if (data === null) this.data.delete(key);
        else this.data.set(key, data);
      },
    );
  }

  /** Outlives the card, which exists only while it is in sight. */
  zoomsOf(card: Card): ZoomStack {
    return this.#zooms.get(card.key) ?? unzoomed;
  }

  setZooms(card: Card, zooms: ZoomStack): void {
    this.#zooms.delete(card.key);
    if (zooms.length > 0) this.#zooms.set(card.key, zooms);
    this.#settings.zoom = [...this.#zooms].map(
      ([key, stack]) => [key, currentZoom(stack)] as const,
    );
    this.#zoomText = zoomsCodec.format(this.#settings.zoom);
  }

  /** Takes the zooms of an address that was opened. */
  followAddress(axis: Axis, zoom: typeof viewSettings.zoom): void {
    const isOpened = zoomsCodec.format(zoom) !== this.#zoomText;
    // Ranges of one axis mean nothing on another.
    if (isOpened || axis !== this.#axis) this.#zooms.clear();
    if (isOpened) for (const [key, each] of zoom) this.#zooms.set(key, [each]);
    else if (axis !== this.#axis) this.#settings.reset("zoom");
    this.#zoomText = zoomsCodec.format(this.#settings.zoom);
    this.#axis = axis;
  }

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
