/** Named places of a line chart's x axis, and where they lie in its picture. Pure. */

import { scalesOf } from "../hover";
import { fraction } from "../../common/scales";
import type { LineFigure, LineWindow } from "../types";
import type { ShapeBox } from "../../shapes/shapes";

/** A named place on the line. */
export interface Mark {
  readonly name: string;
  /** In the unit of the x axis. */
  readonly x: number;
}

export interface PlacedMark extends Mark {
  /** Pixels from the chart's left side. */
  readonly left: number;
  /** Line of text that its name is in: names that lie close are written below each other. */
  readonly row: number;
}

/** About what a character of a name takes, in pixels. */
const character = 6.6;

/** The marks that are in sight. */
export function placedMarks(
  marks: readonly Mark[],
  figure: LineFigure,
  window: LineWindow,
  box: ShapeBox,
): PlacedMark[] {
  const [scale] = scalesOf(figure, window);
  const ends: number[] = [];
  return [...marks]
    .sort((a, b) => a.x - b.x)
    .flatMap((mark) => {
      const share = fraction(scale, mark.x);
      if (!(share >= 0 && share <= 1)) return [];
      const left = box.left + share * box.width;
      const half = (mark.name.length * character) / 2 + 6;
      const free = ends.findIndex((end) => end <= left - half);
      const row = free < 0 ? ends.length : free;
      ends[row] = left + half;
      return [{ ...mark, left, row }];
    });
}
