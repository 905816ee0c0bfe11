/** Which part of the time is seen. */

import type { TimelineWindow } from "./types";

/** Nothing shorter is shown, in nanoseconds. */
const SHORTEST = 20;
/** Beyond both ends of what there is so much can be seen, as a share of it. */
const MARGIN = 0.02;

/** More are never asked for. */
const MOST_PIXELS = 8192;

/** The moment at a pixel of a window. */
export function timeAt({ start, end }: TimelineWindow, width: number, x: number): number {
  return start + (x / width) * (end - start);
}

/** The part between two pixels, in whole nanoseconds. */
export function between(
  window: TimelineWindow,
  width: number,
  one: number,
  other: number,
): TimelineWindow {
  const [a, b] = [timeAt(window, width, one), timeAt(window, width, other)];
  return { start: Math.round(Math.min(a, b)), end: Math.round(Math.max(a, b)) };
}

/** The whole with a little room on both sides. */
export function fitted({ start, end }: TimelineWindow): TimelineWindow {
  const margin = Math.max(1, (end - start) * MARGIN);
  return { start: start - margin, end: end + margin };
}

/** As wide as wished, and never beyond what there is. */
function kept(start: number, span: number, whole: TimelineWindow): TimelineWindow {
  const most = fitted(whole);
  const width = Math.min(most.end - most.start, Math.max(SHORTEST, span));
  const from = Math.min(most.end - width, Math.max(most.start, start));
  return { start: from, end: from + width };
}

/** Around a place that stays where it is. @param factor - below 1 to come closer. */
export function zoomed(
  { start, end }: TimelineWindow,
  at: number,
  factor: number,
  whole: TimelineWindow,
): TimelineWindow {
  const most = fitted(whole);
  const span = Math.min(most.end - most.start, Math.max(SHORTEST, (end - start) * factor));
  const share = (at - start) / (end - start);
  return kept(at - share * span, span, whole);
}

/** @param by - nanoseconds; above 0: later. */
export function moved(
  { start, end }: TimelineWindow,
  by: number,
  whole: TimelineWindow,
): TimelineWindow {
  return kept(start + by, end - start, whole);
}

/** A part that fills most of what is seen. */
export function around({ start, end }: TimelineWindow, whole: TimelineWindow): TimelineWindow {
  const span = Math.max(SHORTEST, (end - start) * 1.25);
  return kept((start + end) / 2 - span / 2, span, whole);
}

/** Moves so that a part is seen; closer only where it would be less than a few pixels wide. */
export function showing(
  window: TimelineWindow,
  part: TimelineWindow,
  width: number,
  whole: TimelineWindow,
): TimelineWindow {
  const span = window.end - window.start;
  const pixels = ((part.end - part.start) / span) * width;
  if (pixels < 4 || pixels > 4 * width) {
    const wished = Math.max(SHORTEST, (part.end - part.start) * 8);
    return kept((part.start + part.end) / 2 - wished / 2, wished, whole);
  }
  if (part.start >= window.start && part.end <= window.end) return window;
  return kept((part.start + part.end) / 2 - span / 2, span, whole);
}

/**
 * What to ask for, so that a window is covered and the next few moves need nothing new.
 * Windows close to each other give the same answer.
 */
export function wanted(
  { start, end }: TimelineWindow,
  width: number,
  whole: TimelineWindow,
): { readonly start: number; readonly end: number; readonly pixels: number } {
  const span = 2 ** Math.ceil(Math.log2(end - start));
  const tile = Math.floor(start / (span / 2)) * (span / 2);
  const pixels = Math.min(MOST_PIXELS, Math.ceil((2 * Math.max(100, width)) / 256) * 256);
  const from = Math.max(Math.floor(tile), Math.floor(whole.start));
  const to = Math.min(Math.ceil(tile + 1.5 * span), Math.ceil(whole.end));
  return { start: Math.min(from, to), end: Math.max(from + 1, to), pixels };
}
