/** The chart of stacked bars: one for each step or rank, in parts. */

import type { ChartKind } from "../base/kind";
import { frameOf, highlightShapes, spotAt, stackShapes } from "./draw";
import type { StackFigure, StackSpot } from "./types";

export const stacksChart: ChartKind<StackFigure, StackSpot> = {
  draw: (figure, size, colors) => ({
    shapes: stackShapes(figure, size, colors),
    spotAt: (at) => spotAt(figure, frameOf(figure, size), at),
    highlight: (spot) => highlightShapes(figure, size, spot, colors),
    placeOf({ bar }) {
      const { left, pitch } = frameOf(figure, size);
      return { x: left + (bar + 1) * pitch, y: size.height / 3 };
    },
  }),
  spotAfter({ bars }, spot, { key }) {
    const last = bars.length - 1;
    if (key === "Escape") return null;
    if (last < 0 || (key !== "ArrowRight" && key !== "ArrowLeft")) return undefined;
    if (spot === null) return { bar: key === "ArrowRight" ? 0 : last, layer: -1 };
    const by = key === "ArrowRight" ? 1 : -1;
    return { bar: Math.min(last, Math.max(0, spot.bar + by)), layer: -1 };
  },
  renewed: ({ bars }, spot) => (spot.bar < bars.length ? spot : null),
  layers: ({ layers }) => layers,
};
