/** What a scale of colors consists of, in shares of its length: 0 at the least value, 1 at the greatest. Pure. */

import { shortNumber } from "../../lib/numbers";
import { logTicks, numberTicks } from "../../lib/ticks";
import { bandFills, fillOf, lineOf, shareOf, valueOf } from "./coloring";
import type { ContourFigure } from "./types";

/** What colors stand for. */
export type Scaled = Pick<
  ContourFigure,
  "range" | "scale" | "palette" | "levels" | "drawing" | "valueLabel"
>;

/** A part of the scale in one color. */
export interface ContourCell {
  readonly from: number;
  readonly to: number;
  readonly fill: string;
}

export interface Stroke {
  readonly at: number;
  readonly stroke: string;
}

export interface ScaleNumber {
  readonly at: number;
  readonly text: string;
}

/** Cells of a scale without bands. */
const steps = 64;

/** Levels that are drawn within the range. */
function inside({ levels, range }: Scaled): readonly number[] {
  return levels.filter((level) => level > range.min && level < range.max);
}

/** Bands between levels, or colors that flow into each other; none where only lines have colors. */
export function cellsOf(scaled: Scaled): ContourCell[] {
  const { range, drawing } = scaled;
  if (drawing === "lines") return [];
  if (!(range.max > range.min)) return [{ from: 0, to: 1, fill: fillOf(range.min, scaled) }];
  if (drawing === "filled") {
    const levels = inside(scaled);
    const edges = [0, ...levels.map((level) => shareOf(level, scaled)), 1];
    return bandFills(levels, scaled).map((fill, i) => {
      return { from: edges[i] ?? 0, to: edges[i + 1] ?? 1, fill };
    });
  }
  return Array.from({ length: steps }, (_, i) => {
    const fill = fillOf(valueOf((i + 0.5) / steps, scaled), scaled);
    return { from: i / steps, to: (i + 1) / steps, fill };
  });
}

/** Of the lines. @param surface - what they are drawn on. */
export function strokesOf(scaled: Scaled, surface: string): Stroke[] {
  if (scaled.drawing !== "lines") return [];
  return inside(scaled).map((level) => {
    return { at: shareOf(level, scaled), stroke: lineOf(level, scaled, surface) };
  });
}

/**
 * As many as there is room for, evenly chosen where they can be.
 * @param length - of the scale, in pixels.
 * @param room - what two neighbors need between their middles, in pixels.
 * @param tick - about how far ticks lie apart where no levels are drawn, in pixels.
 */
export function numbersOf(
  scaled: Scaled,
  length: number,
  room: (one: string, other: string) => number,
  tick: number,
): ScaleNumber[] {
  const { range, drawing } = scaled;
  if (!(range.max > range.min)) return [{ at: 0.5, text: shortNumber(range.min, 3) }];
  const levels = inside(scaled);
  // A band without a level still has a range.
  const hasTicks = drawing === "heat" || (drawing === "filled" && levels.length === 0);
  const values = hasTicks ? ticksOf(scaled, length / tick) : levels;
  const all = values.map((value) => {
    return { at: shareOf(value, scaled), text: shortNumber(value, 3) };
  });
  const fits = (one: ScaleNumber, other: ScaleNumber): boolean =>
    Math.abs(one.at - other.at) * length >= room(one.text, other.text);
  const every = (stride: number) => all.filter((_, i) => i % stride === 0);
  const stride = [1, 2, 5, 10, 20, 50].find((each) =>
    every(each).every((number, i, chosen) => i === 0 || fits(chosen[i - 1] ?? number, number)),
  );
  // On a logarithmic scale linear levels crowd: those that fit.
  const taken: ScaleNumber[] = [];
  for (const number of every(stride ?? 1)) {
    if (taken.every((other) => fits(other, number))) taken.push(number);
  }
  return taken;
}

function ticksOf({ range, scale }: Scaled, count: number): readonly number[] {
  const { min, max } = range;
  return (scale === "log" && min > 0 ? logTicks : numberTicks)(min, max, count).at;
}
