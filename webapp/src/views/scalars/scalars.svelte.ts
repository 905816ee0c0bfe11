/** What the cards of the view share: their data, their zooms, their cursor. */

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Axis, ScalarSeries } from "../../api/scalars";
import { keptScalars } from "../../cards/records/kept";
import { syncGroup } from "../../charts/line/sync";
import { currentZoom, unzoomed, type ZoomStack } from "../../charts/line/zoom";
import { live } from "../../state/live.svelte";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import type { Card } from "../../cards/page/cards";
import type { ScalarQuestion } from "../../cards/scalars/demand";
import {
  byRun,
  placedAlong,
  runsHaving,
  stepsWithin,
  type PlacedSeries,
} from "../../cards/scalars/along";
import type { ChartRange } from "../../charts/line/types";
import { ScalarsLoader, type CardData } from "../../cards/scalars/loader";
import { settings as viewSettings, smoothingNow } from "./settings";
import { zoomsCodec } from "./zoom-codec";

export function currentQuestion(settings = viewSettings): ScalarQuestion {
  const { axis: shown, along, heights } = settings;
  const axis = along === "" ? shown : "step";
  return { axis, smoothing: smoothingNow(settings).smoothing, quantiles: heights === "quantiles" };
}

/** Key of what is asked for besides the cards. */
const ALONG = "\nalong";
/** It is not drawn: more of its points give finer places. */
const alongPixels = 2000;

export class Scalars {
  readonly data = new SvelteMap<string, CardData>();
  readonly #zooms = new SvelteMap<string, ZoomStack>();
  readonly #settings: typeof viewSettings;
  /** The zooms that are known here, as the address says them. */
  #zoomText = "";
  #axis: string;
  /** By run. */
  readonly #alongOf = $derived(byRun(this.data.get(ALONG)?.series ?? []));
  readonly sync = syncGroup();
  readonly loader: ScalarsLoader;

  /** @param settings - those of the cards: the view's own, unless they stand apart. */
  constructor(settings = viewSettings) {
    this.#settings = settings;
    this.#axis = `${settings.axis} ${settings.along}`;
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

  /** Asks for the scalar of the x axis, of the selected runs that have it. */
  #wantAlong(): void {
    const tag = this.#settings.along;
    const having = runsHaving(tags.of("scalar"), tag);
    const drawn = runs.selectedIds.filter((run) => having.has(run));
    untrack(() => {
      this.followAddress(this.#settings.axis, this.#settings.zoom);
      if (tag === "") return this.loader.drop(ALONG);
      const card: Card = { key: ALONG, kind: "scalar", tag, runs: drawn };
      this.loader.want({ card, pixels: alongPixels, range: null });
    });
  }

  /** The series of a card along the scalar of the x axis, if there is one: those of runs that have it. Reactive. */
  placed(series: readonly ScalarSeries[]): readonly PlacedSeries[] {
    if (this.#settings.along === "") return series;
    return series.flatMap((each) => {
      const along = this.#alongOf.get(each.run);
      return along === undefined ? [] : [placedAlong(each, along)];
    });
  }

  /** The steps in which the scalar of the x axis lies within a range of it. Reactive. */
  stepsOf(range: ChartRange | null): ChartRange | null {
    if (range === null || this.#settings.along === "") return range;
    return stepsWithin([...this.#alongOf.values()], range);
  }

  /** Whether the scalar of the x axis is still to come. Reactive. */
  get isPlacing(): boolean {
    return this.#settings.along !== "" && this.data.get(ALONG)?.complete !== true;
  }

  /** Takes the zooms of an address that was opened. */
  followAddress(shown: Axis, zoom: typeof viewSettings.zoom): void {
    const axis = `${shown} ${this.#settings.along}`;
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
    const leave = $effect.root(() => {
      $effect(() => this.#wantAlong());
    });
    return () => {
      leave();
      unsubscribe();
      this.loader.stop();
    };
  }
}

/** The same chart in full screen has another width, and so data of its own. */
export function inFullScreen(card: Card): Card {
  return { ...card, key: `full\n${card.key}` };
}
