/** What the cards of the view share: their data, their zooms, their cursor. */

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Axis, ScalarBaseline, ScalarSeries } from "../../api/scalars";
import { keptScalars } from "../../cards/records/kept";
import { lookOf, looksCodec, withLook, type OwnLook } from "../../cards/scalars/own-look";
import { askedAxis, xText, type XAxis } from "../../cards/scalars/x-axis";
import { syncGroup, type SyncGroup } from "../../charts/line/sync";
import { currentZoom, unzoomed, type ZoomStack } from "../../charts/line/zoom";
import { baseline } from "../../state/baseline.svelte";
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
  const quantiles = settings.heights === "quantiles";
  const { smoothing } = smoothingNow(settings);
  return {
    ...{ axis: askedAxis(settings), smoothing, quantiles },
    baseline: isDifference(settings) ? askedBaseline() : undefined,
  };
}

/** Whether values are shown as differences to the baseline. Reactive. */
export function isDifference({ difference }: Pick<typeof viewSettings, "difference">): boolean {
  return difference && baseline.isSet;
}

function askedBaseline(): ScalarBaseline {
  const { ids } = baseline;
  return { runs: ids, version: ids.map((id) => runs.byId.get(id)?.records ?? 0).join() };
}

/** What the key of what is asked for besides the cards begins with: the scalar of an x axis comes behind it. */
const ALONG = "\nalong\n";
/** It is not drawn: more of its points give finer places. */
const alongPixels = 2000;

/** A card that stands alone has its settings whatever its key is, which may name a run that is gone on from. */
const ALONE = "";

export class Scalars {
  readonly data = new SvelteMap<string, CardData>();
  readonly #zooms = new SvelteMap<string, ZoomStack>();
  readonly #settings: typeof viewSettings;
  readonly #alone: (() => readonly string[]) | null;
  /** The zooms that are known here, as the address says them. */
  #zoomText = "";
  #axis: string;
  /** Scalars of x axes that were asked for. */
  #along: readonly string[] = [];
  readonly #syncs: Partial<Record<string, SyncGroup>> = {};
  readonly loader: ScalarsLoader;

  /**
   * @param settings - those of the cards: the view's own, unless they stand apart.
   * @param alone - ids of the runs of the one card that there is; null: there are many, of the selected runs.
   */
  constructor(settings = viewSettings, alone: (() => readonly string[]) | null = null) {
    this.#settings = settings;
    this.#alone = alone;
    this.#axis = this.#axisNow(settings.axis);
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

  /** What a card has of its own. Reactive. */
  ownOf({ key }: Pick<Card, "key">): OwnLook {
    return lookOf(this.#settings.charts, this.#alone === null ? key : ALONE);
  }

  setOwn(card: Card, look: OwnLook): void {
    const isSame = JSON.stringify(this.ownOf(card).x) === JSON.stringify(look.x);
    // Ranges of one axis mean nothing on another.
    if (!isSame && this.#zooms.has(card.key)) this.setZooms(card, unzoomed);
    const key = this.#alone === null ? card.key : ALONE;
    this.#settings.charts = withLook(this.#settings.charts, key, look);
  }

  /** Settings of the view as those of a card that stands alone: of what charts have of their own, it has its own. */
  pinnedAs({ charts: _, ...of }: Readonly<Record<string, string>>, card: Card): typeof of {
    const charts = looksCodec.format(withLook([], ALONE, this.ownOf(card)));
    return charts === "" ? of : { ...of, charts };
  }

  /** Cards that share a cursor: those along the same. */
  syncOf(x: XAxis): SyncGroup {
    return (this.#syncs[xText(x)] ??= syncGroup());
  }

  /** Outlives the card, which exists only while it is in sight. */
  zoomsOf(card: Card): ZoomStack {
    return this.#zooms.get(card.key) ?? unzoomed;
  }

  setZooms(card: Card, zooms: ZoomStack): void {
    this.#zooms.delete(card.key);
    if (zooms.length > 0) this.#zooms.set(card.key, zooms);
    this.#keepZooms();
  }

  #keepZooms(): void {
    this.#settings.zoom = [...this.#zooms].map(
      ([key, stack]) => [key, currentZoom(stack)] as const,
    );
    this.#zoomText = zoomsCodec.format(this.#settings.zoom);
  }

  /** Asks for the scalars of the x axes, of the runs that have them. */
  #wantAlong(): void {
    const { along, charts } = this.#settings;
    const all = [along, ...charts.map(([, { x }]) => x?.along ?? "")].filter(
      (tag, i, tags) => tag !== "" && tags.indexOf(tag) === i,
    );
    const shown = this.#alone?.() ?? runs.selectedIds;
    const cards = all.map((tag): Card => {
      const having = runsHaving(tags.of("scalar"), tag);
      const drawn = shown.filter((run) => having.has(run));
      return { key: ALONG + tag, kind: "scalar", tag, runs: drawn };
    });
    untrack(() => {
      this.followAddress(this.#settings.axis, this.#settings.zoom);
      for (const tag of this.#along) if (!all.includes(tag)) this.loader.drop(ALONG + tag);
      this.#along = all;
      const own = { baseline: undefined };
      for (const card of cards) this.loader.want({ card, pixels: alongPixels, range: null, own });
    });
  }

  /** A scalar of an x axis, by run. */
  #alongOf(along: string): ReadonlyMap<string, ScalarSeries> {
    return byRun(this.data.get(ALONG + along)?.series ?? []);
  }

  /** The series of a card along the scalar of its x axis, if there is one: those of runs that have it. Reactive. */
  placed(series: readonly ScalarSeries[], { along }: XAxis): readonly PlacedSeries[] {
    if (along === "") return series;
    const places = this.#alongOf(along);
    return series.flatMap((each) => {
      const along = places.get(each.run);
      return along === undefined ? [] : [placedAlong(each, along)];
    });
  }

  /** The steps in which the scalar of an x axis lies within a range of it. Reactive. */
  stepsOf(range: ChartRange | null, { along }: XAxis): ChartRange | null {
    if (range === null || along === "") return range;
    return stepsWithin([...this.#alongOf(along).values()], range);
  }

  /** Whether the scalar of an x axis is still to come. Reactive. */
  isPlacing({ along }: XAxis): boolean {
    if (along === "" || this.data.get(ALONG + along)?.complete === true) return false;
    const having = runsHaving(tags.of("scalar"), along);
    const shown = this.#alone?.() ?? runs.selectedIds;
    return !tags.known || shown.some((run) => having.has(run));
  }

  /** What ranges are of: others mean nothing on it. */
  #axisNow(axis: Axis): string {
    const { along, difference } = this.#settings;
    return `${xText({ axis, along })}${difference ? "\ndifference" : ""}`;
  }

  /** Takes the zooms of an address that was opened. */
  followAddress(axis: Axis, zoom: typeof viewSettings.zoom): void {
    const now = this.#axisNow(axis);
    if (zoomsCodec.format(zoom) !== this.#zoomText) {
      this.#zooms.clear();
      for (const [key, each] of zoom) this.#zooms.set(key, [each]);
      this.#zoomText = zoomsCodec.format(this.#settings.zoom);
    } else if (now !== this.#axis) {
      for (const key of [...this.#zooms.keys()])
        if (this.ownOf({ key }).x === undefined) this.#zooms.delete(key);
      this.#keepZooms();
    }
    this.#axis = now;
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
