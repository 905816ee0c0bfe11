/** The chart of curves in the unit square. */

import type { ChartKind } from "../base/kind";
import { draw, spotsAt } from "./draw";
import { toPixels } from "./frame";
import type { CurveFigure, CurveSpot, ChartView } from "./types";

/** What is seen of a figure. */
export interface SeenCurves {
  readonly figure: CurveFigure;
  readonly view: ChartView;
  /** Key of the line that is lifted above the others; null: none. */
  readonly emphasis: string | null;
}

/** More dots than this would cover the curves. */
const mostDots = 20;
const dotRadius = 3.5;

/** A spot is the nearest point of each line, the nearest line first. */
export const curveChart: ChartKind<SeenCurves, readonly CurveSpot[]> = {
  draw({ figure, view, emphasis }, size, colors) {
    const { frame, shapes } = draw(figure, size, view, { colors, emphasis });
    return {
      box: frame.box,
      shapes,
      spotAt(at) {
        const spots = spotsAt(figure, frame, at);
        return spots.length === 0 ? null : spots;
      },
      highlight: (spots) =>
        spots.slice(0, mostDots).flatMap(({ line, index }) => {
          const each = figure.lines[line];
          if (each === undefined) return [];
          const at = toPixels(frame, each.x[index] ?? NaN, each.y[index] ?? NaN);
          const look = { fill: each.color, stroke: colors.surface, width: 1.5 };
          return [{ kind: "circle", ...at, radius: dotRadius, ...look }];
        }),
    };
  },
  forFile: (seen) => ({ ...seen, emphasis: null }),
  layers: ({ figure }) => figure.lines,
};
