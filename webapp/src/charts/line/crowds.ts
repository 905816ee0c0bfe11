/** Marks of several lines at one place, which hide each other: how many they are. */

import type { ShapeBox } from "../shapes/shapes";
import { type Marker, markerSize } from "./markers";

export interface Crowd {
  /** `×3`. */
  readonly text: string;
  /** Where the text stands, in pixels: its middle in height. */
  readonly x: number;
  readonly y: number;
  /** Whether it ends there: beside the right edge it has no room behind the marks. */
  readonly isBefore: boolean;
}

/** Marks closer together than this look like one, in pixels. */
const reach = 2 * markerSize;
/** Room of a text, in pixels. */
const room = 26;

/** @param marks - as `markers` gives them. Extrema and new beginnings are no crowd: they lie on their lines. */
export function crowds(marks: readonly Marker[], { left, width }: ShapeBox): Crowd[] {
  const byPlace = new Map<string, Marker[]>();
  for (const mark of marks) {
    if (mark.shape === "ring" || mark.shape === "diamond") continue;
    const place = [mark.shape, Math.round(mark.x / reach), Math.round(mark.y / reach)].join();
    byPlace.set(place, [...(byPlace.get(place) ?? []), mark]);
  }
  return [...byPlace.values()].flatMap((together) => {
    const lines = new Set(together.map(({ line }) => line)).size;
    const [first] = together;
    if (first === undefined || lines < 2) return [];
    const isBefore = first.x + room > left + width;
    const away = markerSize + 3;
    return [{ text: `×${lines}`, x: first.x + (isBefore ? -away : away), y: first.y, isBefore }];
  });
}
