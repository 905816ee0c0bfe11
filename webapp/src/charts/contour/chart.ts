/** The chart of a plane of values with paths over it. */

import type { ChartKind } from "../base/kind";
import type { Shape } from "../shapes/shapes";
import { frameFor, groundShapes, namedOf, overShapes } from "./draw";
import { fileSize, type ContourFrame, type ChartView } from "./frame";
import { pointedAfter, pointedAt, type Pointed } from "./hover";
import type { ContourFigure } from "./types";

/** What is seen of a figure. */
export interface SeenPlane {
  readonly figure: ContourFigure;
  readonly view: ChartView;
}

const ring = { kind: "circle", radius: 7, fill: null } as const;

/** What moves are the paths, of the same figure further along. */
export const contourChart: ChartKind<SeenPlane, Pointed, ContourFigure> = {
  draw({ figure, view }, size, colors) {
    const frame = frameFor(figure, size, view);
    const placeOf = ({ x, y }: Pointed) => placeIn(frame, x, y);
    return {
      box: frame.box,
      shapes: groundShapes(figure, frame, colors),
      over: (moving) => overShapes(moving, frame, colors),
      spotAt: (at) => pointedAt(figure, frame, at),
      highlight: (pointed): Shape[] => [
        { ...ring, ...placeOf(pointed), stroke: colors.surface, width: 4, opacity: 0.8 },
        { ...ring, ...placeOf(pointed), stroke: colors.text, width: 1.6 },
      ],
      placeOf,
    };
  },
  spotAfter: ({ figure }, pointed, event) => pointedAfter(figure, event, pointed) ?? undefined,
  forFile: ({ figure, view }) => ({ figure: { ...figure, hasScale: true }, view }),
  fileSize: ({ figure, view }, size) => fileSize(frameFor(figure, size, view), figure),
  layers: ({ figure }) => namedOf(figure),
};

function placeIn({ toX, toY }: ContourFrame, x: number, y: number) {
  return { x: toX(x), y: toY(y) };
}
