/** What the colors, the hatching, the veil and the rings stand for. */

import { colorOf, hexOf } from "../../lib/palettes";
import { mixed } from "../../lib/mixed";
import { cut, textWidth } from "../shapes/words";
import { hatchShapes, veil } from "./cells";
import type { ContourFrame } from "./frame";
import type { ShapeSize } from "../shapes/shapes";
import { hasRibbons } from "./path";
import { cellsOf, numbersOf, strokesOf } from "./scale";
import type { Colors, ContourFigure, Shape } from "./types";

const barWidth = 11;
/** Between two numbers beside the scale, in pixels. */
const apart = 14;
/** Between two ticks, in pixels. */
const tick = 40;
const entryHeight = 18;
const swatch = 14;

/** The scale of colors, right of the plane. */
export function scaleShapes(figure: ContourFigure, frame: ContourFrame, colors: Colors): Shape[] {
  const { range, valueLabel } = figure;
  if (frame.scaleRoom === 0 || !(range.max > range.min)) return [];
  const { box } = frame;
  const left = box.left + box.width + 14;
  // Its name stands on it.
  const top = box.top + 14;
  const height = Math.max(20, box.height - 14);
  const yOf = (share: number): number => top + (1 - share) * height;
  return [
    ...(figure.drawing === "lines"
      ? strokes(figure, left, yOf, colors)
      : bar(figure, left, yOf, colors)),
    ...numbersOf(figure, height, () => apart, tick).map(({ at, text }): Shape => {
      const place = { x: left + barWidth + 5, y: yOf(at) + 4 };
      return { kind: "text", ...place, text, anchor: "start", fill: colors.muted };
    }),
    {
      kind: "text",
      x: left,
      y: box.top + 6,
      anchor: "start",
      bold: true,
      text: cut(valueLabel, frame.scaleRoom - 2),
      fill: colors.muted,
    },
  ];
}

function bar(
  figure: ContourFigure,
  left: number,
  yOf: (share: number) => number,
  { grid }: Colors,
): Shape[] {
  const cells = cellsOf(figure);
  const places = new Float64Array(4 * cells.length);
  cells.forEach(({ from, to }, i) => {
    const [bottom, top] = [Math.round(yOf(from)), Math.round(yOf(to))];
    places.set([left, top, barWidth, bottom - top], 4 * i);
  });
  const [right, top, bottom] = [left + barWidth, yOf(1), yOf(0)];
  const border = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  return [
    { kind: "cells", places, fills: cells.map(({ fill }) => fill) },
    { kind: "path", points: border, fill: null, stroke: grid },
  ];
}

function strokes(
  figure: ContourFigure,
  left: number,
  yOf: (share: number) => number,
  { surface }: Colors,
): Shape[] {
  return strokesOf(figure, surface).map(({ at, stroke }) => ({
    kind: "path",
    fill: null,
    width: 2,
    stroke,
    points: Float64Array.of(left, yOf(at), left + barWidth, yOf(at)),
  }));
}

/** One entry of the row above the plane. */
interface Entry {
  readonly text: string;
  readonly draw: (x: number, y: number, colors: Colors) => Shape[];
}

function entriesOf({ words, palette, paths }: ContourFigure): Entry[] {
  const entries: Entry[] = [
    {
      text: words.holes,
      draw: (x, y, colors) => [
        ...hatchShapes([[x, y, x + swatch, y + 10]], colors),
        frameAround(x, y, colors.muted),
      ],
    },
    {
      text: words.waiting,
      draw: (x, y, { surface, grid }) => [
        {
          kind: "cells",
          places: Float64Array.of(x, y, swatch, 10),
          fills: [mixed(hexOf(colorOf(palette, 0.5)), surface, veil)],
        },
        frameAround(x, y, grid),
      ],
    },
    {
      text: words.beyond ?? "",
      draw: (x, y, { grid }) => [
        {
          kind: "cells",
          places: Float64Array.of(x, y, swatch, 10),
          fills: [hexOf(colorOf(palette, 1))],
        },
        frameAround(x, y, grid),
      ],
    },
    {
      text: words.residual,
      draw: hasRibbons(paths) ? ribbonEntry : ringEntry,
    },
    {
      text: words.truth,
      draw: (x, y, { text, surface }) => [
        { kind: "circle", x: x + 7, y: y + 5, radius: 6, fill: surface, stroke: null },
        {
          kind: "circle",
          x: x + 7,
          y: y + 5,
          radius: 4.4,
          stroke: text,
          width: 1.3,
          fill: hexOf(colorOf(palette, 0.8)),
        },
      ],
    },
  ];
  return entries.filter(({ text }) => text !== "");
}

const ringEntry: Entry["draw"] = (x, y, { muted }) => [
  { kind: "circle", x: x + 7, y: y + 5, radius: 6, fill: null, stroke: muted },
  { kind: "circle", x: x + 7, y: y + 5, radius: 1.8, fill: muted, stroke: null },
];

const ribbonEntry: Entry["draw"] = (x, y, { muted }) => {
  const outline = Float64Array.of(x, y + 2, x + swatch, y, x + swatch, y + 10, x, y + 8, x, y + 2);
  return [
    { kind: "path", points: outline, fill: muted, stroke: null, opacity: 0.25 },
    { kind: "path", points: outline, fill: null, stroke: muted, opacity: 0.7 },
    {
      kind: "path",
      points: Float64Array.of(x, y + 5, x + swatch, y + 5),
      fill: null,
      stroke: muted,
      width: 2,
    },
  ];
};

function frameAround(x: number, y: number, stroke: string): Shape {
  const [right, bottom] = [x + swatch, y + 10];
  const points = Float64Array.of(x, y, right, y, right, bottom, x, bottom, x, y);
  return { kind: "path", points, fill: null, stroke };
}

interface Placed {
  readonly entry: Entry;
  readonly x: number;
  readonly row: number;
  readonly wide: number;
}

/** From the left edge of the drawing, in pixels. */
const inset = 12;

function placed(figure: ContourFigure, { width }: ShapeSize): Placed[] {
  let [x, row] = [0, 0];
  const most = Math.max(80, width - 2 * inset);
  return entriesOf(figure).map((entry) => {
    const wide = Math.min(most, swatch + 6 + textWidth(entry.text));
    if (x > 0 && x + wide > most) [x, row] = [0, row + 1];
    const place = { entry, x, row, wide };
    x += wide + 18;
    return place;
  });
}

/** Rows that the entries take. */
export function entryRows(figure: ContourFigure, size: ShapeSize): number {
  return (placed(figure, size).at(-1)?.row ?? -1) + 1;
}

/** Right above the plane, and in line with it where there is room. */
export function entryShapes(
  figure: ContourFigure,
  { size, box }: ContourFrame,
  colors: Colors,
): Shape[] {
  const entries = placed(figure, size);
  const right = entries.reduce((most, { x, wide }) => Math.max(most, x + wide), 0);
  const left = Math.max(inset, Math.min(box.left, size.width - inset - right));
  const rows = (entries.at(-1)?.row ?? -1) + 1;
  return entries.flatMap(({ entry, x, row, wide }) => {
    const at = left + x;
    const y = box.top - 6 - (rows - row) * entryHeight;
    const room = wide - swatch - 6;
    const text = textWidth(entry.text) > room ? cut(entry.text, room) : entry.text;
    const words: Shape = {
      kind: "text",
      x: at + swatch + 6,
      y: y + 9,
      text,
      anchor: "start",
      fill: colors.muted,
    };
    return [...entry.draw(at, y, colors), words];
  });
}
