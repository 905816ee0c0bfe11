/** What a chart draws: a source for each of its entries, and one for the scalar of its x axis. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import type { ChartRange } from "../../charts/line/types";
import { pixelsFor } from "../../cards/scalars/demand";
import { live } from "../../state/live.svelte";
import { stepsWithin } from "../../cards/scalars/along";
import type { CompositionCurve, CompositionPlace } from "./curves";
import type { DrawnEntry } from "./figure";
import { withEnds, type Chart, type ChartPart } from "../../cards/composition/model";
import { CompositionSource } from "./source.svelte";

/** What has to be known to ask for a chart's points. */
export interface Plan {
  readonly parts: readonly ChartPart[];
  readonly runs: readonly string[];
  readonly x: Chart["x"];
  readonly along: string;
  readonly range: ChartRange | null;
  /** Width of the plot in pixels. */
  readonly width: number;
  readonly runsWith: (tag: string) => readonly string[];
}

/**
 * An expression of thinned series is right at the points that are left, so it gets more of them: this
 * many pixels for all its series together.
 */
const finerPixels = 50_000;
const mostPixels = 10_000;

const NONE: ReadonlyMap<string, CompositionSource> = new Map();

export class ChartData {
  /** By the key of the part. */
  #sources = $state.raw(NONE);
  readonly #along = new CompositionSource();

  /** Begins to follow the logs. @returns how to end. */
  start(): () => void {
    const unsubscribe = live.subscribe((growth) => {
      for (const source of this.#all()) source.grow(growth);
    });
    return () => {
      unsubscribe();
      for (const source of this.#all()) source.stop();
    };
  }

  /** Asks for what the plan needs, and lets go of what it does not. */
  follow(plan: Plan): void {
    const wanted = withEnds(plan.parts).filter(
      ({ entry, meaning }) => entry.isShown && meaning.expression !== null,
    );
    const sources = sourcesFor(wanted, this.#sources);
    for (const [key, source] of this.#sources) if (!sources.has(key)) source.stop();
    if (wanted.some(({ key }) => !this.#sources.has(key)) || sources.size < this.#sources.size) {
      this.#sources = sources;
    }
    const lines = wanted.length * plan.runs.length;
    const axis: Axis = plan.x === "tag" ? "step" : plan.x;
    if (plan.x === "tag") {
      const question = { axis, smoothing: 0, quantiles: false };
      const pixels = pixelsOf(plan, plan.runs.length, lines, true);
      this.#along.want({ tags: [plan.along], question, pixels, range: null }, plan.runsWith);
    }
    for (const part of wanted) {
      const { entry, meaning } = part;
      const isWorkedOut = meaning.expression?.kind !== "series";
      const series = meaning.tags.length * plan.runs.length;
      sources.get(part.key)?.want(
        {
          tags: meaning.tags,
          question: { axis, smoothing: isWorkedOut ? 0 : entry.smoothing, quantiles: false },
          pixels: pixelsOf(plan, series, lines, isWorkedOut),
          range: this.#rangeOf(plan, isWorkedOut && entry.smoothing > 0),
        },
        plan.runsWith,
      );
    }
  }

  /** @param isLong - with as much again before it, for an average to come to rest. */
  #rangeOf({ x, along, range }: Plan, isLong: boolean): ChartRange | null {
    if (range === null) return null;
    const within = x === "tag" ? stepsWithin(this.#along.seriesOf(along), range) : range;
    if (within === null || !isLong) return within;
    const [low, high] = within;
    return [low - (high - low), high];
  }

  /** The scalar of the x axis, while it is drawn along one. Reactive. */
  alongOf(chart: Pick<Chart, "x" | "along">): (run: string) => CompositionPlace | null {
    const { x, along } = chart;
    if (x !== "tag") {
      const place = { axis: x };
      return () => place;
    }
    return placesAlong(this.#along.seriesOf(along));
  }

  /** Reactive. */
  drawn(
    parts: readonly ChartPart[],
    dashes: readonly (readonly number[])[],
    runs: readonly string[],
    placeOf: (run: string) => CompositionPlace | null,
  ): readonly DrawnEntry[] {
    const curvesOf = ({ key, entry, meaning }: ChartPart): readonly CompositionCurve[] => {
      const source = this.#sources.get(key);
      const { expression } = meaning;
      if (source === undefined || expression === null || !entry.isShown) return [];
      return source.curves({ expression, smoothing: entry.smoothing, runs, placeOf });
    };
    return parts.map((part, i) => ({
      entry: part.entry,
      curves: curvesOf(part),
      dash: dashes[i] ?? [],
      ends: part.ends.map((end) => ({ entry: end.entry, curves: curvesOf(end) })),
    }));
  }

  /** Whether anything that is shown has not come yet. Reactive. */
  isLoading(parts: readonly ChartPart[], { x, along }: Pick<Chart, "x" | "along">): boolean {
    const isAlong = x === "tag" && this.#along.isLoading([along]);
    return (
      isAlong ||
      withEnds(parts).some(({ key, entry, meaning }) => {
        if (!entry.isShown || meaning.expression === null) return false;
        return this.#sources.get(key)?.isLoading(meaning.tags) ?? true;
      })
    );
  }

  /** Why a request failed. Reactive. */
  get error(): string | null {
    for (const { error } of this.#all()) if (error !== null) return error;
    return null;
  }

  retry(): void {
    for (const source of this.#all()) source.retry();
  }

  #all(): readonly CompositionSource[] {
    return [this.#along, ...this.#sources.values()];
  }
}

function pixelsOf({ width }: Plan, series: number, lines: number, isFiner: boolean): number {
  const plain = pixelsFor(width, lines);
  if (!isFiner) return plain;
  const each = Math.floor(finerPixels / Math.max(1, series) / 100) * 100;
  return Math.min(mostPixels, Math.max(plain, each));
}

/** Those that there are already stay: they have data. */
function sourcesFor(
  parts: readonly ChartPart[],
  known: ReadonlyMap<string, CompositionSource>,
): ReadonlyMap<string, CompositionSource> {
  return new Map(parts.map(({ key }) => [key, known.get(key) ?? new CompositionSource()]));
}

function placesAlong(all: readonly ScalarSeries[]): (run: string) => CompositionPlace | null {
  const byRun = new Map(all.map((series) => [series.run, { along: series }]));
  return (run) => byRun.get(run) ?? null;
}
