/** Numbers on isolines: where a line runs straight for long enough, and no other number is near. */

import { shortNumber } from "../../lib/numbers";
import { characterWidth } from "../shapes/words";
import { projected, type Frame, type Point } from "./frame";
import type { Contour } from "./trace";
import type { Shape } from "./types";

/** Of the least distance between two numbers, in pixels. */
const apart = 46;
/** From the border of the plane, in pixels. */
const inside = 14;
const digits = 3;

interface Place extends Point {
  /** Degrees clockwise, so that it reads upright. */
  readonly angle: number;
  /** 1: the line is straight there. */
  readonly straightness: number;
}

export interface LabelLook {
  readonly inkOf: (level: number) => string;
  readonly haloOf: (level: number) => string;
}

export function labelShapes(
  contours: readonly Contour[],
  frame: Frame,
  { inkOf, haloOf }: LabelLook,
): Shape[] {
  const taken: Point[] = [];
  const shapes: Shape[] = [];
  // Every second, third... line where there are many: the same ones in every part of the picture.
  const every = Math.max(1, Math.ceil(contours.length / 12));
  contours.forEach(({ level, pieces }, i) => {
    if (i % every > 0) return;
    const text = shortNumber(level, digits);
    const width = text.length * characterWidth + 4;
    for (const { points, faint } of pieces) {
      if (faint) continue;
      const place = bestPlace(projected(points, frame), width, frame, taken);
      if (place === null) continue;
      taken.push(place);
      const angle = (place.angle * Math.PI) / 180;
      shapes.push({
        ...{ sort: "text", text, anchor: "middle", angle: place.angle },
        // The baseline lies below the middle of the letters.
        x: place.x - 4 * Math.sin(angle),
        y: place.y + 4 * Math.cos(angle),
        fill: inkOf(level),
        halo: haloOf(level),
      });
    }
  });
  return shapes;
}

function bestPlace(
  line: Float64Array,
  width: number,
  { box }: Frame,
  taken: readonly Point[],
): Place | null {
  const lengths = lengthsOf(line);
  const total = lengths.at(-1) ?? 0;
  // A short line would be all number.
  if (total < 3 * width) return null;
  let best: Place | null = null;
  const steps = Math.min(40, Math.floor(total / 8));
  for (let i = 1; i < steps; i++) {
    const middle = (total * i) / steps;
    if (middle < width || middle > total - width) continue;
    const from = pointAt(line, lengths, middle - width / 2);
    const to = pointAt(line, lengths, middle + width / 2);
    const at = pointAt(line, lengths, middle);
    const straightness = Math.hypot(to.x - from.x, to.y - from.y) / width;
    const isInside =
      at.x > box.left + inside + width / 2 &&
      at.x < box.left + box.width - inside - width / 2 &&
      at.y > box.top + inside &&
      at.y < box.top + box.height - inside;
    const isFree = taken.every((other) => Math.hypot(other.x - at.x, other.y - at.y) > apart);
    if (!isInside || !isFree || straightness < 0.94) continue;
    // Nearly level numbers are easier to read.
    const angle = upright((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
    const worth = straightness - Math.abs(angle) / 600;
    if (best === null || worth > best.straightness) best = { ...at, angle, straightness: worth };
  }
  return best;
}

function upright(angle: number): number {
  return angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
}

/** From the start to each point, in pixels. */
function lengthsOf(line: Float64Array): number[] {
  const lengths = [0];
  for (let i = 2; i < line.length; i += 2) {
    const [x = 0, y = 0, toX = 0, toY = 0] = line.subarray(i - 2, i + 2);
    lengths.push((lengths.at(-1) as number) + Math.hypot(toX - x, toY - y));
  }
  return lengths;
}

function pointAt(line: Float64Array, lengths: readonly number[], length: number): Point {
  let [low, high] = [0, lengths.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lengths[middle] as number) <= length) low = middle;
    else high = middle;
  }
  const [start, end] = [lengths[low] as number, lengths[high] as number];
  const share = end > start ? (length - start) / (end - start) : 0;
  const [x = 0, y = 0] = line.subarray(2 * low, 2 * low + 2);
  const [toX = 0, toY = 0] = line.subarray(2 * high, 2 * high + 2);
  return { x: x + (toX - x) * share, y: y + (toY - y) * share };
}
