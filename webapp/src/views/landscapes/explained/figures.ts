/** Figures of the explanation: the loss of two weights with a descent, or with the line of a slice. */

import type { ContourFigure, ContourGrid, ContourPath } from "../../../charts/contour/types";
import { fill } from "../../../lib/landscape/fill";
import { levels } from "../../../lib/landscape/levels";
import { lossAt, reach, type ExplainedPlace } from "./loss";

const count = 61;
const axis = Float64Array.from({ length: count }, (_, i) => reach * ((2 * i) / (count - 1) - 1));
const heights = Float64Array.from({ length: count * count }, (_, i) =>
  lossAt(axis[i % count] ?? NaN, axis[Math.floor(i / count)] ?? NaN),
);
const done = new Uint8Array(count * count).fill(1);
const grid: ContourGrid = {
  id: "loss",
  name: "loss",
  x: axis,
  y: axis,
  ...fill(count, count, heights, done, axis, axis),
};
const range = { min: Math.min(...heights), max: Math.max(...heights) };

export interface ExplainedWords {
  readonly x: string;
  readonly y: string;
  readonly loss: string;
  readonly start: string;
  readonly end: string;
}

function pathOf(id: string, places: readonly ExplainedPlace[]): ContourPath {
  return {
    id,
    name: id,
    step: Float64Array.from(places.keys()),
    x: Float64Array.from(places, ({ x }) => x),
    y: Float64Array.from(places, ({ y }) => y),
    residual: new Float64Array(places.length).fill(NaN),
  };
}

export function explainedFigure(
  places: readonly ExplainedPlace[],
  words: ExplainedWords,
): ContourFigure {
  return {
    grids: [grid],
    drawing: "filled",
    levels: levels(range.min, range.max, 16, "linear"),
    range,
    scale: "linear",
    palette: "viridis",
    paths: [pathOf("way", places)],
    marks: [],
    xLabel: words.x,
    yLabel: words.y,
    valueLabel: words.loss,
    hasScale: false,
    pathColor: "",
    pathWidth: 2.5,
    frame: 1,
    equal: true,
    labeled: false,
    relief: false,
    residuals: false,
    words: {
      holes: "",
      waiting: "",
      residual: "",
      truth: "",
      start: words.start,
      end: words.end,
    },
  };
}
