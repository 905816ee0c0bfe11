/** Where the square lies in the drawing, and the axes around it. */

import { numberTicks } from "../../lib/ticks";
import { axisName, axisShapes } from "../common/axes";
import type { ShapeBox, Colors, CurveFigure, Point, Shape, ShapeSize, ChartView } from "./types";

/** Room around the square: numbers and words to the left and below, half a label elsewhere. */
const margins = { left: 48, right: 16, top: 10, bottom: 38 };
/** Without words. */
const tight = { left: 34, right: 12, top: 8, bottom: 22 };
/** What the labels of F1 take, right of the square. */
const f1Room = 26;
/** Below this, in pixels, there is no room for words. */
const smallest = 220;

export interface CurveFrame {
  readonly box: ShapeBox;
  readonly view: ChartView;
  readonly hasWords: boolean;
}

/** A square as large as there is room for, and at the left: both axes have the same scale. */
export function frameOf(
  { width, height }: ShapeSize,
  view: ChartView,
  { guides }: Pick<CurveFigure, "guides">,
): CurveFrame {
  const hasWords = Math.min(width, height) >= smallest;
  const around = hasWords ? margins : tight;
  const labels = hasWords && guides.kind === "f1" && guides.shown ? f1Room : 0;
  const wide = Math.max(20, width - around.left - around.right - labels);
  const high = Math.max(20, height - around.top - around.bottom);
  const side = Math.min(wide, high);
  // A card that is nearly square is filled: what is left over would only look forgotten.
  const isSquare = Math.max(wide, high) > 1.12 * side;
  const box = {
    left: around.left + (isSquare ? (wide - side) / 2 : 0),
    top: around.top + (isSquare ? (high - side) / 2 : 0),
    width: isSquare ? side : wide,
    height: isSquare ? side : high,
  };
  return { box, view, hasWords };
}

export function toPixels({ box, view }: CurveFrame, x: number, y: number): Point {
  return {
    x: box.left + ((x - view.x[0]) / (view.x[1] - view.x[0])) * box.width,
    y: box.top + ((view.y[1] - y) / (view.y[1] - view.y[0])) * box.height,
  };
}

export function axes(frame: CurveFrame, figure: CurveFigure, colors: Colors): Shape[] {
  const { box, view, hasWords } = frame;
  const words = { fill: colors.muted };
  return [
    ...axisShapes(
      {
        side: "bottom",
        ticks: numberTicks(...view.x, Math.max(2, box.width / 56)),
        at: (value) => toPixels(frame, value, 0).x,
      },
      box,
      colors,
    ),
    ...axisShapes(
      {
        side: "left",
        ticks: numberTicks(...view.y, Math.max(2, box.height / 40)),
        at: (value) => toPixels(frame, 0, value).y,
      },
      box,
      colors,
    ),
    ...(hasWords
      ? [
          axisName("bottom", figure.xLabel, 32, box, words),
          axisName("left", figure.yLabel, 36, box, words),
        ]
      : []),
  ];
}
