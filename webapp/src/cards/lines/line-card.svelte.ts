/** What a card of lines is, whatever its lines are of: its zoom, its height, what is pointed at, and when it asks. */

import { untrack } from "svelte";
import { lineAt } from "../../charts/line/hover";
import type LineChart from "../../charts/line/LineChart.svelte";
import type { LineFigure, Hover, ChartRange, Zoom } from "../../charts/line/types";
import { currentZoom, stepBack, unzoomed, type ZoomStack } from "../../charts/line/zoom";
import { reaching, type Reach } from "../scalars/reach";

/** Zooms closer together than this ask once they rest, in milliseconds. */
const gliding = 250;
const rest = 90;

export interface LineCardParts<Data> {
  /** As the settings want it. */
  readonly usual: () => LineFigure;
  readonly reach: () => Reach;
  readonly setReach: (reach: Reach) => void;
  /** What its lines are of: a hover is read with what it was made for. */
  readonly data: () => Data;
  /**
   * How to ask for the points in sight; null: there is nothing to ask. It is called anew when what it reads changes.
   * @param width - of the chart, in pixels.
   */
  readonly demand: (range: ChartRange | null, width: number) => (() => void) | null;
  /** Milliseconds that every question waits, as others may follow it; only those of gliding zooms unless given. */
  readonly rest?: () => number;
  /** Where its zoom is kept; in the card itself unless given. */
  readonly zooms?: () => ZoomStack;
  readonly onzoom?: (zooms: ZoomStack) => void;
  /** A click keeps the hover, and the next one lets it go. */
  readonly canPin?: true;
  /** A hover that means other lines; itself unless given. */
  readonly among?: (hover: Hover) => Hover;
  /** The cursor is at another place. @param pin - it shall stay there. */
  readonly onhover?: (hover: Hover | null, pin: boolean) => void;
}

/** To be made while a component is. */
export class LineCard<Data> {
  readonly #parts: LineCardParts<Data>;
  #own = $state.raw<ZoomStack>(unzoomed);

  chart = $state.raw<LineChart | undefined>();
  /** Of the plot, in pixels. */
  width = $state(0);
  /** Key of the line that is lifted by the card itself, such as by its legend. */
  emphasis = $state<string | null>(null);
  /** With the data it was made for: a pinned one outlives that. */
  hovered = $state.raw<{ readonly hover: Hover; readonly data: Data } | null>(null);
  isPinned = $state(false);

  readonly usual: LineFigure = $derived.by(() => this.#parts.usual());
  readonly reach: Reach = $derived.by(() => this.#parts.reach());
  readonly figure: LineFigure = $derived(reaching(this.usual, this.reach));
  readonly zooms: ZoomStack = $derived.by(() => this.#parts.zooms?.() ?? this.#own);
  readonly zoom: Zoom = $derived(currentZoom(this.zooms));
  readonly #from = $derived(this.zoom.x?.[0] ?? NaN);
  readonly #to = $derived(this.zoom.x?.[1] ?? NaN);

  constructor(parts: LineCardParts<Data>) {
    this.#parts = parts;
    let last = -Infinity;
    $effect(() => {
      const range: ChartRange | null = Number.isNaN(this.#from) ? null : [this.#from, this.#to];
      const ask = parts.demand(range, this.width);
      if (this.width === 0 || ask === null) return;
      const now = performance.now();
      const isGliding = range !== null && now - last < gliding;
      last = range === null ? -Infinity : now;
      const wait = untrack(() => parts.rest?.()) ?? (isGliding ? rest : null);
      if (wait === null) return untrack(ask);
      const timer = setTimeout(ask, wait);
      return () => clearTimeout(timer);
    });
  }

  /** As the chart reports it. For anything else there is `chart.setZooms`, which moves the other charts, too. */
  keepZooms(zooms: ZoomStack): void {
    if (this.#parts.onzoom) this.#parts.onzoom(zooms);
    else this.#own = zooms;
  }

  setReach(reach: Reach): void {
    this.#parts.setReach(reach);
  }

  back(): void {
    this.chart?.setZooms(stepBack(this.zooms));
  }

  restore(): void {
    this.chart?.setZooms([]);
  }

  point(at: Hover | null, pin: boolean): void {
    const { among, canPin, data, onhover } = this.#parts;
    if (pin && canPin === true) this.isPinned = !this.isPinned;
    if (this.isPinned && !pin) return;
    const hover = at && (among?.(at) ?? at);
    this.hovered = hover && { hover, data: data() };
    onhover?.(hover, pin);
  }

  /** Key of the line that a hover is at. A card that is taken away is left, too: its figure is not asked for then. */
  keyAt(hover: Hover | null): string | null {
    return hover === null ? null : (lineAt(this.figure, hover)?.key ?? null);
  }

  release(): void {
    this.isPinned = false;
    this.hovered = null;
  }
}
