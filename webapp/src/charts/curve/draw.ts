/** A figure as shapes, and which points lie near a place. */

import { clipped } from "./clip";
import { axes, frameOf, toPixels, type CurveFrame } from "./frame";
import { guideShapes } from "./guides";
import type {
  Colors,
  CurveFigure,
  CurveJoin,
  CurveLine,
  Point,
  Shape,
  ShapeSize,
  CurveSpot,
  ChartView,
} from "./types";

export interface CurveLook {
  readonly colors: Colors;
  /** Key of the line that is lifted above the others. */
  readonly emphasis: string | null;
}

export interface CurveDrawing {
  readonly frame: CurveFrame;
  readonly shapes: readonly Shape[];
}

export function draw(
  figure: CurveFigure,
  size: ShapeSize,
  view: ChartView,
  look: CurveLook,
): CurveDrawing {
  const frame = frameOf(size, view, figure);
  const { colors, emphasis } = look;
  // What is lifted comes last, over the others.
  const lines = figure.lines.filter(({ key }) => key !== emphasis);
  const lifted = figure.lines.filter(({ key }) => key === emphasis);
  const drawn = [...lines, ...lifted].flatMap((line) => {
    const isLifted = line.key === emphasis;
    return lineShapes(line, figure.join, frame, {
      width: isLifted ? 2.6 : 1.6,
      opacity: emphasis === null || isLifted ? 1 : 0.35,
    });
  });
  const marks = [...lines, ...lifted].flatMap((line) =>
    line.marked < 0 ? [] : dot(line, line.marked, frame, 4.5, colors),
  );
  return {
    frame,
    shapes: [
      ...axes(frame, figure, colors),
      ...guideShapes(figure.guides, frame, colors),
      ...drawn,
      ...marks,
    ],
  };
}

/** The corners of a line in pixels: x, y, x, y... */
export function corners({ x, y }: CurveLine, join: CurveJoin, frame: CurveFrame): Float64Array {
  const points: number[] = [];
  for (let i = 0; i < x.length; i++) {
    const at = toPixels(frame, x[i] ?? 0, y[i] ?? 0);
    const before = points.at(-2);
    if (join === "steps" && before !== undefined) points.push(before, at.y);
    points.push(at.x, at.y);
  }
  return Float64Array.from(points);
}

function lineShapes(
  line: CurveLine,
  join: CurveJoin,
  frame: CurveFrame,
  look: { width: number; opacity: number },
): Shape[] {
  return clipped(corners(line, join, frame), frame.box).map((points) => ({
    kind: "path",
    points,
    fill: null,
    stroke: line.color,
    ...look,
  }));
}

/** A point of a line; nothing if it is out of sight. */
export function dot(
  line: CurveLine,
  index: number,
  frame: CurveFrame,
  radius: number,
  colors: Colors,
): Shape[] {
  const at = toPixels(frame, line.x[index] ?? NaN, line.y[index] ?? NaN);
  if (!isInside(at, frame)) return [];
  const corner = (i: number): number[] => {
    const angle = (2 * Math.PI * i) / 20;
    return [at.x + radius * Math.cos(angle), at.y + radius * Math.sin(angle)];
  };
  const points = Float64Array.from(Array.from({ length: 21 }, (_, i) => corner(i)).flat());
  return [{ kind: "path", points, fill: line.color, stroke: colors.surface, width: 1.5 }];
}

/** A point on the edge is in sight, whatever its rounding; in pixels. */
const edge = 1;

function isInside({ x, y }: Point, { box }: CurveFrame): boolean {
  return (
    x >= box.left - edge &&
    x <= box.left + box.width + edge &&
    y >= box.top - edge &&
    y <= box.top + box.height + edge
  );
}

/** Of each line the point in sight that is nearest to a place in pixels; the nearest line first. */
export function spotsAt({ lines }: CurveFigure, frame: CurveFrame, at: Point): CurveSpot[] {
  const { box, view } = frame;
  // The frame's scales, spelled out: hundreds of curves have a million points to look at.
  const [left, across] = [view.x[0], box.width / (view.x[1] - view.x[0])];
  const [top, upwards] = [view.y[1], box.height / (view.y[1] - view.y[0])];
  const [dx, dy] = [at.x - box.left, at.y - box.top];
  const [right, bottom] = [box.width + edge, box.height + edge];
  const spots: CurveSpot[] = [];
  lines.forEach(({ x, y }, line) => {
    let [index, least] = [-1, Infinity];
    for (let i = 0; i < x.length; i++) {
      const px = ((x[i] as number) - left) * across;
      const py = (top - (y[i] as number)) * upwards;
      const away = (px - dx) ** 2 + (py - dy) ** 2;
      if (away >= least || px < -edge || px > right || py < -edge || py > bottom) continue;
      index = i;
      least = away;
    }
    if (index >= 0) spots.push({ line, index, distance: Math.sqrt(least) });
  });
  return spots.sort((one, other) => one.distance - other.distance);
}
