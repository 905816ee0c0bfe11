/** Bars with whiskers and columns of numbers, as shapes for a file; and the range that bars share. */

import { characterWidth, cut } from "../shapes/words";
import type { Colors, Shape } from "../shapes/shapes";
import type { BarFigure } from "./types";

export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** From the smallest to the largest end, with zero in between. */
export function extentOf({ bars }: BarFigure): Extent {
  let [from, to] = [0, 0];
  for (const { value, spread } of bars) {
    if (Number.isNaN(value)) continue;
    const half = Number.isNaN(spread) ? 0 : spread;
    from = Math.min(from, value - half);
    to = Math.max(to, value + half);
  }
  return to > from ? { from, to } : { from: 0, to: 1 };
}

/** From 0 to 1 along the bars' common range. */
export function shareOf({ from, to }: Extent, value: number): number {
  return (value - from) / (to - from);
}

const row = 24;
const head = 24;
const column = 76;
const gap = 16;

export function pictureHeight({ bars }: BarFigure): number {
  return head + bars.length * row + 8;
}

/** @param fill - of the bars. */
export function pictureShapes(
  figure: BarFigure,
  width: number,
  colors: Colors,
  fill: string,
): Shape[] {
  const { bars, columns } = figure;
  const extent = extentOf(figure);
  const names = Math.min(180, longest(bars.map(({ title }) => title)) + 20);
  const room = Math.max(80, width - names - columns.length * column - 2 * gap);
  const xOf = (value: number): number => names + shareOf(extent, value) * room;
  const zero = xOf(0);
  const bottom = head + bars.length * row;
  const right = (i: number): number => names + room + gap + (i + 1) * column;
  const path = (points: readonly number[], inner: string | null, stroke: string | null): Shape => ({
    kind: "path",
    points: Float64Array.from(points),
    fill: inner,
    stroke,
    width: 1.4,
  });
  return [
    path([zero, head, zero, bottom], null, colors.muted),
    ...columns.map(({ title }, i): Shape => ({
      kind: "text",
      x: right(i),
      y: 14,
      text: title,
      anchor: "end",
      fill: colors.muted,
    })),
    ...bars.flatMap(({ title, value, spread, texts }, i): Shape[] => {
      const middle = head + (i + 0.5) * row;
      const [top, low] = [middle - 6, middle + 6];
      const end = xOf(value);
      const [from, to] = [xOf(value - spread), xOf(value + spread)];
      return [
        {
          kind: "text",
          x: names - 8,
          y: middle + 4,
          text: cut(title, names - 10),
          anchor: "end",
          fill: colors.text,
        },
        ...(Number.isNaN(value)
          ? []
          : [path([zero, top, end, top, end, low, zero, low], fill, null)]),
        ...(Number.isNaN(value) || Number.isNaN(spread)
          ? []
          : [path([from, middle, to, middle], null, colors.text)]),
        ...texts.map((text, j): Shape => ({
          kind: "text",
          x: right(j),
          y: middle + 4,
          text,
          anchor: "end",
          fill: colors.text,
        })),
      ];
    }),
  ];
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0) * characterWidth;
}
