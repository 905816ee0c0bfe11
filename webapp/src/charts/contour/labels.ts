/** Numbers on isolines: where a line runs straight for long enough, and no other number is near. Lines leave them free. */

import { shortNumber } from "../../lib/numbers";
import { characterWidth } from "../shapes/words";
import { projected, type ContourFrame } from "./frame";
import type { Point } from "../shapes/shapes";
import type { Contour } from "./trace";
import type { Shape } from "./types";

/** Of the least distance between two numbers, in pixels. */
const apart = 46;
/** From the border of the plane, in pixels. */
const inside = 14;
const digits = 3;
/** Half the height of what lines leave free for a number, in pixels. */
const clear = 6.5;

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

/** A number, and where it stands. */
export interface ContourLabel {
  readonly level: number;
  readonly text: string;
  readonly at: Point;
  /** In radians clockwise. */
  readonly angle: number;
  /** What it takes, in pixels. */
  readonly width: number;
}

export function labelsOf(contours: readonly Contour[], frame: ContourFrame): ContourLabel[] {
  const taken: Point[] = [];
  const labels: ContourLabel[] = [];
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
      labels.push({ level, text, at: place, angle: (place.angle * Math.PI) / 180, width });
    }
  });
  return labels;
}

export function labelShapes(
  labels: readonly ContourLabel[],
  { inkOf, haloOf }: LabelLook,
): Shape[] {
  return labels.map(({ level, text, at, angle }) => ({
    kind: "text",
    text,
    anchor: "middle",
    angle: (angle * 180) / Math.PI,
    // The baseline lies below the middle of the letters.
    x: at.x - 4 * Math.sin(angle),
    y: at.y + 4 * Math.cos(angle),
    fill: inkOf(level),
    halo: haloOf(level),
  }));
}

/** Without the parts of lines that would run through a number, their own or another one. */
export function withGaps(
  contours: readonly Contour[],
  labels: readonly ContourLabel[],
  frame: ContourFrame,
): readonly Contour[] {
  if (labels.length === 0) return contours;
  return contours.map((contour) => ({
    ...contour,
    pieces: contour.pieces.flatMap((piece) =>
      partsBeside(piece.points, labels, frame).map((points) => ({ ...piece, points })),
    ),
  }));
}

function partsBeside(
  points: Float64Array,
  labels: readonly ContourLabel[],
  { toX, toY }: ContourFrame,
): Float64Array[] {
  const parts: Float64Array[] = [];
  let open: number[] = [];
  const end = (): void => {
    if (open.length > 2) parts.push(Float64Array.from(open));
    open = [];
  };
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = points.subarray(i, i + 4);
    const [from, to] = [
      { x: toX(x), y: toY(y) },
      { x: toX(nextX), y: toY(nextY) },
    ];
    const at = (share: number) => [x + (nextX - x) * share, y + (nextY - y) * share] as const;
    let done = 0;
    for (const [start, stop] of gapsIn(from, to, labels)) {
      if (start > done) {
        if (open.length === 0) open.push(...at(done));
        open.push(...at(start));
      }
      end();
      done = Math.max(done, stop);
    }
    if (done >= 1) continue;
    if (open.length === 0) open.push(...at(done));
    open.push(nextX, nextY);
  }
  end();
  return parts;
}

type Gap = readonly [start: number, stop: number];

/** Shares of a step that lie within numbers, from the first on. */
function gapsIn(from: Point, to: Point, labels: readonly ContourLabel[]): Gap[] {
  const gaps: Gap[] = [];
  for (const label of labels) {
    const reach = label.width / 2 + clear;
    const isFar =
      Math.max(from.x, to.x) < label.at.x - reach ||
      Math.min(from.x, to.x) > label.at.x + reach ||
      Math.max(from.y, to.y) < label.at.y - reach ||
      Math.min(from.y, to.y) > label.at.y + reach;
    const gap = isFar ? null : gapIn(from, to, label);
    if (gap !== null) gaps.push(gap);
  }
  return gaps.sort((one, other) => one[0] - other[0]);
}

/** Liang and Barsky 1984, in the directions of the number; null: it is not met. */
function gapIn(from: Point, to: Point, { at, angle, width }: ContourLabel): Gap | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (x: number, y: number): number => x * cos + y * sin;
  const across = (x: number, y: number): number => y * cos - x * sin;
  let [start, stop] = [0, 1];
  for (const [turned, half] of [
    [along, width / 2],
    [across, clear],
  ] as const) {
    const place = turned(from.x - at.x, from.y - at.y);
    const by = turned(to.x - from.x, to.y - from.y);
    if (by === 0 && Math.abs(place) >= half) return null;
    if (by === 0) continue;
    const [enters, leaves] = [(-half - place) / by, (half - place) / by];
    start = Math.max(start, Math.min(enters, leaves));
    stop = Math.min(stop, Math.max(enters, leaves));
  }
  return start < stop ? [start, stop] : null;
}

function bestPlace(
  line: Float64Array,
  width: number,
  { box }: ContourFrame,
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
