/** The values beside the dashed lines at the ends of highlights: where they stand in the plot's right corner. */

import { shortNumber } from "../../lib/numbers";
import { bandOf } from "./areas";
import { characterWidth } from "../shapes/words";
import { firstAtOrAfter } from "./nearest";
import { projection } from "./path";
import { valueAt, type ChartScale } from "../common/scales";
import type { LineFigure, Highlight, ChartLine } from "./types";
import type { ShapeBox } from "../shapes/shapes";

/** A text that ends at `x`. */
export interface BoundLabel {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
}

/** Of the letters, and between them and the dashed line, in pixels. */
const height = 9;
const gap = 4;
/** Between the label and the edge of the plot. */
const inset = 3;
const digits = 6;
/** Places along a label where it is asked whether a line passes it. */
const looks = 5;

/**
 * A label stands above its line, or below it if that covers less of the curves. Where two bounds are so close
 * that their labels would cover each other, they keep to the outer sides.
 */
export function boundLabels(
  figure: LineFigure,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): BoundLabel[] {
  const bounds = boundsOf(figure.highlights ?? [], y, box);
  const lines = figure.lines.filter(({ axis }) => axis !== "right");
  const roomy = 2 * (height + gap);
  return bounds.map(({ at, value }, i): BoundLabel => {
    const text = shortNumber(value, digits);
    const above = at - gap;
    const below = at + gap + height;
    const right = box.left + box.width - inset;
    const label = (baseline: number): BoundLabel => ({ text, x: right, y: baseline });
    if (above - height < box.top) return label(below);
    if (below > box.top + box.height) return label(above);
    const [higher, lower] = [bounds[i - 1], bounds[i + 1]];
    if (higher !== undefined && at - higher.at < roomy) return label(below);
    if (lower !== undefined && lower.at - at < roomy) return label(above);
    const heights = heightsAt(lines, right - text.length * characterWidth, right, x, y, box);
    const covered = (baseline: number): number =>
      heights.filter((each) => each > baseline - height - 2 && each < baseline + 2).length;
    return label(covered(above) <= covered(below) ? above : below);
  });
}

interface Bound {
  readonly value: number;
  /** Pixels from the top. */
  readonly at: number;
}

/** Those in sight, each once, from the top down. */
function boundsOf(highlights: readonly Highlight[], y: ChartScale, box: ShapeBox): Bound[] {
  const ends = new Set(highlights.flatMap(({ range }) => range));
  return [...ends]
    .flatMap((value) => bandOf([value, Infinity], y, box).bounds.map((at) => ({ value, at })))
    .sort((one, other) => one.at - other.at);
}

/** Heights of the lines between two places of the plot, in pixels. */
function heightsAt(
  lines: readonly ChartLine[],
  from: number,
  to: number,
  x: ChartScale,
  y: ChartScale,
  box: ShapeBox,
): number[] {
  const project = projection(x, y, box);
  const places = Array.from({ length: looks }, (_, i) => from + ((to - from) * i) / (looks - 1));
  return lines.flatMap((line) =>
    places.flatMap((place) => {
      const at = valueAt(x, (place - box.left) / box.width);
      const after = firstAtOrAfter(line.x, at);
      const [x0, x1] = [line.x[after - 1], line.x[after]];
      const [y0, y1] = [line.y[after - 1], line.y[after]];
      if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return [];
      const share = (place - project.x(x0)) / (project.x(x1) - project.x(x0));
      return [project.y(y0) + share * (project.y(y1) - project.y(y0))];
    }),
  );
}
