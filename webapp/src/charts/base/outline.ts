/** A frame around a cell that is pointed at. */

import type { ChartColors } from "../common/theme";
import type { ShapeBox, Shape } from "../shapes/shapes";

const thickness = 2;
/** Smaller cells are framed as if they had so many pixels. */
const least = 3;

export function outlined({ left, top, width, height }: ShapeBox, { text }: ChartColors): Shape {
  const [right, bottom] = [left + Math.max(least, width), top + Math.max(least, height)];
  const points = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  return { kind: "path", points, fill: null, stroke: text, width: thickness };
}
