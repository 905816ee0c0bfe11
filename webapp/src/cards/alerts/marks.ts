/** Where along an axis of steps the alerts of a plot are marked. */

import type { AlertEvent } from "../../api/alerts";

/** One mark on the plot. */
export interface AlertMark {
  /** Pixels from the plot's left edge. */
  readonly x: number;
  /** In the order of their steps; at least one. */
  readonly events: readonly [AlertEvent, ...AlertEvent[]];
}

/**
 * The alerts that belong to a plot: those of its scalar, and those of its runs as a whole that have a step.
 * @param runs - ids of the runs that it shows.
 */
export function eventsOf(
  events: readonly AlertEvent[],
  runs: readonly string[],
  tag: string,
): AlertEvent[] {
  const shown = new Set(runs);
  return events.filter(
    (event) =>
      event.step !== null && shown.has(event.run) && (event.tag === null || event.tag === tag),
  );
}

/**
 * The marks in sight. Alerts too close to each other are one mark, at the first of them.
 * @param placeOf - pixels from the plot's left edge; NaN for what the axis can't show.
 * @param width - of the plot.
 * @param apart - pixels between marks, at least.
 */
export function marksOf(
  events: readonly AlertEvent[],
  placeOf: (step: number) => number,
  width: number,
  apart: number,
): AlertMark[] {
  const marks: { x: number; events: [AlertEvent, ...AlertEvent[]] }[] = [];
  const rising = [...events].sort((one, other) => (one.step ?? 0) - (other.step ?? 0));
  for (const event of rising) {
    const x = placeOf(event.step ?? NaN);
    if (!(x >= -1 && x <= width + 1)) continue;
    const last = marks.at(-1);
    if (last !== undefined && x - last.x < apart) last.events.push(event);
    else marks.push({ x, events: [event] });
  }
  return marks;
}
