/** Lifts lines above a drawing that is there already, so that it need not be drawn anew. */

import type { ChartColors } from "../common/theme";
import type { ChartScale } from "../common/scales";
import type { ShapeBox, Shape } from "../shapes/shapes";
import { faintOpacity, strokeShapes, strokeWidth } from "./draw";
import type { LineFigure, ChartLine, QuietLine } from "./types";

/** How much of what is not lifted is covered. */
const veilOpacity = 0.65;

export type LiftedLine = QuietLine & Partial<Pick<ChartLine, "axis" | "faint">>;

/** @param keys - of lines, or of quiet ones. */
export function liftedLines(figure: LineFigure, keys: readonly string[]): readonly LiftedLine[] {
  if (keys.length === 0) return [];
  const wanted = new Set(keys);
  return [...(figure.quiet ?? []), ...figure.lines].filter(
    ({ key }) => key !== undefined && wanted.has(key),
  );
}

/** A veil over the plot with the lifted lines above it, without dashes, as nobody has to distinguish them. */
export function liftedShapes(
  lifted: readonly LiftedLine[],
  [x, left, right]: readonly [ChartScale, ChartScale, ChartScale],
  box: ShapeBox,
  { surface }: ChartColors,
): Shape[] {
  if (lifted.length === 0) return [];
  const [end, bottom] = [box.left + box.width, box.top + box.height];
  const points = Float64Array.of(box.left, box.top, end, box.top, end, bottom, box.left, bottom);
  const lines = lifted.flatMap((line) => {
    const scales = [x, line.axis === "right" ? right : left] as const;
    const stroke = (ys: Float64Array, opacity: number, width: number): Shape[] =>
      strokeShapes(line, ys, scales, box, { opacity, width, dash: [] });
    return [
      ...(line.faint ? stroke(line.faint, faintOpacity, 1) : []),
      ...stroke(line.y, 1, strokeWidth + 1.5),
    ];
  });
  const veil = { kind: "path", points, fill: surface, stroke: null, opacity: veilOpacity } as const;
  return [{ kind: "clip", box, shapes: [veil, ...lines] }];
}
