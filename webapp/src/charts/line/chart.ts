/** The chart of lines. */

import type { ChartKind, ChartDrawing } from "../base/kind";
import { fraction, valueAt } from "../common/scales";
import type { ChartColors } from "../common/theme";
import type { Shape } from "../shapes/shapes";
import { axesOf, layoutOf, type LineLayout } from "./axes";
import { drawLines } from "./draw";
import { hasCurves } from "./extent";
import { hoverAt, hoverPoints, nextPointX } from "./hover";
import { liftedShapes, type LiftedLine } from "./lift";
import { markersAt, type Marker } from "./markers";
import type { LineCursor, LineFigure, LineWindow } from "./types";

/** What is seen of a figure. */
export interface SeenLines {
  readonly figure: LineFigure;
  readonly window: LineWindow;
}

export interface LineSpot extends LineCursor {
  /** The marks under a pointer, the nearest first. */
  readonly markers: readonly Marker[];
}

/** More dots than this would cover the lines. */
const dotLimit = 60;

/** A spot is a place of the cursor, with the nearest point of each line; what moves are lifted lines. */
export const lineChart: ChartKind<SeenLines, LineSpot, readonly LiftedLine[]> = {
  least: 1,
  draw({ figure, window }, size, colors) {
    const layout = layoutOf(figure, window, size);
    const { box, scales } = layout;
    const { shapes, marks } = drawLines(figure, layout, colors);
    return {
      box,
      shapes: [...axesOf(layout, colors), ...shapes],
      over: (lifted) => liftedShapes(lifted, scales, box, colors),
      spotAt({ x, y }) {
        const value = valueAt(scales[0], (x - box.left) / box.width);
        const markers = markersAt(marks, x, y);
        return { ...hoverAt(figure, window, box, value, y), markers };
      },
      highlight: (spot) => cursorShapes(spot, { figure, window }, layout, colors),
      placeOf: ({ x }) => ({
        x: box.left + fraction(scales[0], x) * box.width,
        y: box.top + box.height / 3,
      }),
    };
  },
  spotAfter(seen, spot, { key }, drawing) {
    const { figure, window } = seen;
    const [first, last] = window.x;
    if (key === "ArrowLeft")
      return spotFor(seen, nextPointX(figure, window, spot?.x ?? last, -1), drawing);
    if (key === "ArrowRight")
      return spotFor(seen, nextPointX(figure, window, spot?.x ?? first, 1), drawing);
    if (key === "Home") return spotFor(seen, first, drawing);
    return key === "End" ? spotFor(seen, last, drawing) : undefined;
  },
  renewed: (seen, { x }, drawing) => spotFor(seen, x, drawing),
  hasContent: ({ figure }) => hasCurves(figure),
  attributes({ figure, window }) {
    const newest = figure.lines.reduce(
      (most, { x }) => Math.max(most, x.at(-1) ?? most),
      -Infinity,
    );
    const highlights = (figure.highlights ?? []).map(({ range }) => range.join(" to "));
    return {
      "data-x-min": window.x[0],
      "data-x-max": window.x[1],
      "data-y-min": window.y[0],
      "data-y-max": window.y[1],
      ...(figure.kind === "integer" && newest > -Infinity ? { "data-last-step": newest } : {}),
      ...(highlights.length > 0 ? { "data-highlights": highlights.join(", ") } : {}),
    };
  },
};

/** Of a cursor that no pointer moves: it is at no height. */
export function spotFor(
  { figure, window }: SeenLines,
  x: number,
  { box }: Pick<ChartDrawing<LineSpot>, "box">,
): LineSpot {
  const nowhere = { left: 0, top: 0, width: 0, height: 0 };
  return { ...hoverAt(figure, window, box ?? nowhere, x, null), markers: [] };
}

function cursorShapes(
  spot: LineSpot,
  { figure, window }: SeenLines,
  { box, scales }: LineLayout,
  { surface, cursor }: ChartColors,
): Shape[] {
  const x = box.left + fraction(scales[0], spot.x) * box.width;
  if (!(x >= box.left - 1 && x <= box.left + box.width + 1)) return [];
  const all = hoverPoints(figure, window, box, spot);
  const dots = all.length > dotLimit ? all.filter(({ isNearest }) => isNearest) : all;
  const points = Float64Array.of(x, box.top, x, box.top + box.height);
  return [
    { kind: "path", points, fill: null, stroke: cursor, dash: [3, 3] },
    ...dots.map((dot): Shape => ({
      kind: "circle",
      x: dot.x,
      y: dot.y,
      radius: dot.isNearest ? 4.5 : 3,
      fill: dot.color,
      stroke: surface,
      width: 1.5,
    })),
  ];
}
