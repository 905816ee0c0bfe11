/** What keys over a timeline mean. */

import { around, fitted, moved, zoomed } from "./camera";
import type { TimelineWindow } from "./types";

/** How far one press goes: a share of what is seen, and a factor. */
const SHARE = 0.15;
const FACTOR = 1.4;

/** Where a key leads; null: it means nothing here. @param at - the place that stays, in nanoseconds. */
export function windowAfter(
  key: string,
  window: TimelineWindow,
  at: number,
  whole: TimelineWindow,
  selected: TimelineWindow | null,
): TimelineWindow | null {
  const span = window.end - window.start;
  switch (key.toLowerCase()) {
    case "w":
    case "+":
    case "=":
      return zoomed(window, at, 1 / FACTOR, whole);
    case "s":
    case "-":
      return zoomed(window, at, FACTOR, whole);
    case "a":
      return moved(window, -SHARE * span, whole);
    case "d":
      return moved(window, SHARE * span, whole);
    case "f": {
      const near = selected === null ? null : around(selected, whole);
      const isThere = near !== null && near.start === window.start && near.end === window.end;
      return near === null || isThere ? fitted(whole) : near;
    }
    case "0":
      return fitted(whole);
    default:
      return null;
  }
}

export type TimelineWay = "previous" | "next" | "outer" | "inner";

export const ways: Readonly<Record<string, TimelineWay>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "outer",
  ArrowDown: "inner",
};
