/** What a card needs from the server, and whether what it holds answers that. */

import { joined } from "../../api/arrays";
import type { Axis, ScalarBaseline, ScalarSeries } from "../../api/scalars";
import type { ChartRange } from "../../charts/line/types";
import type { Card } from "../page/cards";

/** What all cards are asked with. */
export interface ScalarQuestion {
  readonly axis: Axis;
  readonly smoothing: number;
  readonly quantiles: boolean;
  /** The values are differences to it; they are as they were logged unless given. */
  readonly baseline?: ScalarBaseline | undefined;
}

export interface ScalarDemand {
  readonly card: Card;
  /** Width of the drawing. */
  readonly pixels: number;
  /** In the unit of the axis; null: everything. */
  readonly range: ChartRange | null;
  /** What this card is asked with in the place of what all are. */
  readonly own?: Partial<ScalarQuestion>;
}

/** Requests of one kind go together. */
export function requestKey(
  { axis, smoothing, quantiles, baseline }: ScalarQuestion,
  demand: ScalarDemand,
): string {
  return [
    ...[axis, demand.range?.join(":") ?? "", smoothing, quantiles, demand.pixels],
    baselineKey(baseline),
  ].join(" ");
}

/**
 * What must be right for an answer to be worth drawing: an answer with another smoothing is a good
 * stand-in until the next one comes; one for another range is not, nor one of values to another baseline.
 */
export function placeKey({ axis, baseline }: ScalarQuestion, { range }: ScalarDemand): string {
  return `${axis} ${range?.join(":") ?? ""} ${baseline?.runs.join() ?? ""}`;
}

function baselineKey(baseline: ScalarBaseline | undefined): string {
  return baseline === undefined ? "" : `${baseline.runs.join()} ${baseline.version}`;
}

/**
 * Width to ask for. In coarse steps, so that resizing asks seldom; less for very many lines, where
 * a bucket of two pixels still keeps its extremes.
 */
export function pixelsFor(width: number, lines: number): number {
  const coarse = Math.max(200, Math.ceil(width / 100) * 100);
  return lines <= 100 ? coarse : Math.max(100, Math.ceil((coarse * 100) / lines / 50) * 50);
}

/** The points that `next` brings, behind those that `held` has. Both are exact. */
export function appended(held: ScalarSeries, next: ScalarSeries): ScalarSeries {
  return {
    ...next,
    append: false,
    step: joined(held.step, next.step),
    walltime: joined(held.walltime, next.walltime),
    value: joined(held.value, next.value),
    smoothed:
      held.smoothed === null || next.smoothed === null
        ? null
        : joined(held.smoothed, next.smoothed),
    nonfinite: {
      step: joined(held.nonfinite.step, next.nonfinite.step),
      walltime: joined(held.nonfinite.walltime, next.nonfinite.walltime),
      what: joined(held.nonfinite.what, next.nonfinite.what),
      count: joined(held.nonfinite.count, next.nonfinite.count),
    },
  };
}
