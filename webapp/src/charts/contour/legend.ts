/** What the colours, the hatching, the veil and the rings stand for. */

import { shortNumber } from "../../lib/numbers";
import { colourOf, hexOf } from "../../lib/palettes";
import { logTicks, numberTicks } from "../../lib/ticks";
import { mixed } from "../shapes/colours";
import { characterWidth, cut } from "../shapes/words";
import { hatchShapes, veil } from "./cells";
import { bandFills, fillOf, lineOf, shareOf, valueOf } from "./colouring";
import { hasScale, type Frame, type Size } from "./frame";
import type { Colours, ContourFigure, Shape } from "./types";

const barWidth = 11;
/** Cells of a scale without bands. */
const steps = 64;
/** Between two numbers beside the scale, in pixels. */
const apart = 17;
const entryHeight = 18;
const swatch = 14;

/** The scale of colours, right of the plane. */
export function scaleShapes(figure: ContourFigure, frame: Frame, colours: Colours): Shape[] {
  const { range, levels, drawing, valueLabel } = figure;
  if (!frame.isRoomy || !hasScale(figure.grids) || !(range.max > range.min)) return [];
  const { box } = frame;
  const left = box.left + box.width + 14;
  // Its name stands on it.
  const top = box.top + 14;
  const height = Math.max(20, box.height - 14);
  const yOf = (value: number): number => top + (1 - shareOf(value, figure)) * height;
  const inside = levels.filter((level) => level > range.min && level < range.max);
  const at = drawing === "heat" ? ticksOf(figure, height) : inside;
  return [
    ...(drawing === "lines"
      ? strokes(inside, left, yOf, figure, colours)
      : bar(drawing === "filled" ? inside : null, left, top, height, yOf, figure, colours)),
    ...numbers(at, left + barWidth + 5, yOf, colours.muted),
    {
      ...{ sort: "text", x: left, y: box.top + 6, anchor: "start", bold: true },
      ...{ text: cut(valueLabel, frame.scaleRoom - 2), fill: colours.muted },
    },
  ];
}

function ticksOf({ range, scale }: ContourFigure, height: number): readonly number[] {
  const count = height / 40;
  const { at } =
    scale === "log"
      ? logTicks(range.min, range.max, count)
      : numberTicks(range.min, range.max, count);
  return at;
}

function bar(
  levels: readonly number[] | null,
  left: number,
  top: number,
  height: number,
  yOf: (value: number) => number,
  figure: ContourFigure,
  colours: Colours,
): Shape[] {
  const edges =
    levels === null
      ? Array.from({ length: steps + 1 }, (_, i) => valueOf(i / steps, figure))
      : [figure.range.min, ...levels, figure.range.max];
  const fills =
    levels === null
      ? edges.slice(1).map((_, i) => fillOf(valueOf((i + 0.5) / steps, figure), figure))
      : bandFills(levels, figure);
  const places = new Float64Array(4 * fills.length);
  fills.forEach((_, i) => {
    const [from, to] = [edges[i] ?? 0, edges[i + 1] ?? 0].map((each) => Math.round(yOf(each)));
    places.set([left, to ?? 0, barWidth, (from ?? 0) - (to ?? 0)], 4 * i);
  });
  const [right, bottom] = [left + barWidth, top + height];
  const border = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  return [
    { sort: "cells", places, fills },
    { sort: "path", points: border, fill: null, stroke: colours.grid },
  ];
}

function strokes(
  levels: readonly number[],
  left: number,
  yOf: (value: number) => number,
  figure: ContourFigure,
  { surface }: Colours,
): Shape[] {
  return levels.map((level) => ({
    ...{ sort: "path", fill: null, width: 2, stroke: lineOf(level, figure, surface) },
    points: Float64Array.of(left, yOf(level), left + barWidth, yOf(level)),
  }));
}

/** As many as there is room for, the highest and the lowest first. */
function numbers(
  at: readonly number[],
  x: number,
  yOf: (value: number) => number,
  fill: string,
): Shape[] {
  const taken: number[] = [];
  const every = (stride: number): number[] => at.filter((_, i) => i % stride === 0);
  const stride = [1, 2, 5, 10, 20, 50].find((each) => {
    const places = every(each).map(yOf);
    return places.every((place, i) => i === 0 || (places[i - 1] ?? 0) - place >= apart - 3);
  });
  // On a logarithmic scale linear levels crowd: those that fit.
  const wanted = every(stride ?? 1);
  return wanted.flatMap((value): Shape[] => {
    const y = yOf(value);
    if (taken.some((other) => Math.abs(other - y) < apart - 4)) return [];
    taken.push(y);
    const text = shortNumber(value, 3);
    return [{ sort: "text", x, y: y + 4, text, anchor: "start", fill }];
  });
}

/** One entry of the row above the plane. */
interface Entry {
  readonly text: string;
  readonly draw: (x: number, y: number, colours: Colours) => Shape[];
}

function entriesOf({ words, palette }: ContourFigure): Entry[] {
  const entries: Entry[] = [
    {
      text: words.holes,
      draw: (x, y, colours) => [
        ...hatchShapes([[x, y, x + swatch, y + 10]], colours),
        frameAround(x, y, colours.muted),
      ],
    },
    {
      text: words.waiting,
      draw: (x, y, { surface, grid }) => [
        {
          ...{ sort: "cells", places: Float64Array.of(x, y, swatch, 10) },
          fills: [mixed(hexOf(colourOf(palette, 0.5)), surface, veil)],
        },
        frameAround(x, y, grid),
      ],
    },
    {
      text: words.residual,
      draw: (x, y, { muted }) => [
        { sort: "circle", x: x + 7, y: y + 5, radius: 6, fill: null, stroke: muted },
        { sort: "circle", x: x + 7, y: y + 5, radius: 1.8, fill: muted, stroke: null },
      ],
    },
    {
      text: words.truth,
      draw: (x, y, { text, surface }) => [
        { sort: "circle", x: x + 7, y: y + 5, radius: 6, fill: surface, stroke: null },
        {
          ...{ sort: "circle", x: x + 7, y: y + 5, radius: 4.4, stroke: text, width: 1.3 },
          fill: hexOf(colourOf(palette, 0.8)),
        },
      ],
    },
  ];
  return entries.filter(({ text }) => text !== "");
}

function frameAround(x: number, y: number, stroke: string): Shape {
  const [right, bottom] = [x + swatch, y + 10];
  const points = Float64Array.of(x, y, right, y, right, bottom, x, bottom, x, y);
  return { sort: "path", points, fill: null, stroke };
}

interface Placed {
  readonly entry: Entry;
  readonly x: number;
  readonly row: number;
  readonly wide: number;
}

/** From the left edge of the drawing, in pixels. */
const inset = 12;

function placed(figure: ContourFigure, { width }: Size): Placed[] {
  let [x, row] = [0, 0];
  const most = Math.max(80, width - 2 * inset);
  return entriesOf(figure).map((entry) => {
    const wide = Math.min(most, swatch + 6 + widthOf(entry.text));
    if (x > 0 && x + wide > most) [x, row] = [0, row + 1];
    const place = { entry, x, row, wide };
    x += wide + 18;
    return place;
  });
}

/** Chinese characters are twice as wide as others. */
function widthOf(text: string): number {
  const wide = [...text].filter((letter) => letter > "\u2e80").length;
  return (text.length + wide) * characterWidth * 0.95;
}

/** Rows that the entries take. */
export function entryRows(figure: ContourFigure, size: Size): number {
  return (placed(figure, size).at(-1)?.row ?? -1) + 1;
}

/** Right above the plane, and in line with it where there is room. */
export function entryShapes(
  figure: ContourFigure,
  { size, box }: Frame,
  colours: Colours,
): Shape[] {
  const entries = placed(figure, size);
  const right = entries.reduce((most, { x, wide }) => Math.max(most, x + wide), 0);
  const left = Math.max(inset, Math.min(box.left, size.width - inset - right));
  const rows = (entries.at(-1)?.row ?? -1) + 1;
  return entries.flatMap(({ entry, x, row, wide }) => {
    const at = left + x;
    const y = box.top - 6 - (rows - row) * entryHeight;
    const room = wide - swatch - 6;
    const text = widthOf(entry.text) > room ? cut(entry.text, room) : entry.text;
    const words: Shape = {
      ...{ sort: "text", x: at + swatch + 6, y: y + 9, text },
      ...{ anchor: "start", fill: colours.muted },
    };
    return [...entry.draw(at, y, colours), words];
  });
}
