/** The charts of the page, and what is done with them. */

import { getContext, setContext } from "svelte";
import { tags } from "../../state/tags.svelte";
import { chartsCodec } from "../../cards/composition/codec";
import {
  chartOf,
  firstChart,
  mostCharts,
  moved,
  nextId,
  type Chart,
} from "../../cards/composition/model";
import { NONE, settings as viewSettings } from "./settings";

export class Charts {
  readonly #settings: typeof viewSettings;

  /** @param settings - the view's own, unless the charts stand apart from it. */
  constructor(settings = viewSettings) {
    this.#settings = settings;
  }

  /** Of the tags that are there, until a chart is changed. */
  readonly #first: Chart = $derived(firstChart(tags.of("scalar")));
  readonly list: readonly Chart[] = $derived.by(() => this.#settings.charts ?? [this.#first]);
  /** Position of the chart that the panel is of; -1 without any. */
  readonly at: number = $derived.by(() => Math.min(this.#settings.active, this.list.length - 1));
  readonly active: Chart | null = $derived(this.list[this.at] ?? null);

  get isFull(): boolean {
    return this.list.length >= mostCharts;
  }

  change(chart: Chart): void {
    this.#keep(this.list.map((each) => (each.id === chart.id ? chart : each)));
  }

  activate({ id }: Chart): void {
    const at = this.list.findIndex((each) => each.id === id);
    if (at >= 0 && at !== this.#settings.active) this.#settings.active = at;
  }

  /** A new one behind all others; the panel is then of it. */
  add(chart: Partial<Chart> = {}): void {
    this.#insert(this.list.length, chart);
  }

  /** A copy right behind it. */
  duplicate(chart: Chart): void {
    this.#insert(this.list.findIndex(({ id }) => id === chart.id) + 1, chart);
  }

  /** What would be there by itself needs no words. */
  #keep(list: readonly Chart[]): void {
    const { format } = chartsCodec;
    this.#settings.charts = format(list) === format([this.#first]) ? null : list;
  }

  #insert(at: number, chart: Partial<Chart>): void {
    if (this.isFull) return;
    this.#keep(this.list.toSpliced(at, 0, chartOf(0, { ...chart, id: nextId(this.list) })));
    this.#settings.active = at;
  }

  remove({ id }: Chart): void {
    const at = this.list.findIndex((each) => each.id === id);
    this.#keep(this.list.filter((each) => each.id !== id));
    this.#settings.full = NONE;
    if (this.#settings.active > at) this.#settings.active -= 1;
  }

  move({ id }: Chart, to: number): void {
    const active = this.active?.id;
    const from = this.list.findIndex((each) => each.id === id);
    this.#keep(moved(this.list, from, to));
    this.#settings.active = this.list.findIndex((each) => each.id === active);
  }
}

const KEY = Symbol("charts");

/** The charts of the view. */
export const charts = new Charts();

/** From here on down these are the charts that cards belong to. While a component is made. */
export function provideCharts(apart: Charts): void {
  setContext(KEY, apart);
}

/** The charts that a card belongs to. While a component is made. */
export function chartsHere(): Charts {
  return getContext<Charts | undefined>(KEY) ?? charts;
}
