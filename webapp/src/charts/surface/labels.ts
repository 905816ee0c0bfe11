/** Where the numbers and names of the axes are written: at the edges nearest to the eye. Pure. */

import type { Point } from "../shapes/shapes";
import { halves, placeOn, type SurfaceAxis, type SurfaceFrame } from "./frame";
import type { Triple } from "../space/direction";

export interface SurfaceLabel extends Point {
  readonly text: string;
  /** Radians that it is turned by, clockwise; 0 for numbers. */
  readonly turn: number;
  readonly isTitle: boolean;
}

export interface SurfaceView {
  /** Where a place of the scene is drawn. */
  readonly project: (place: Triple) => Point;
  /** Where the eye is, in the scene. */
  readonly eye: Triple;
}

type Measure = (text: string) => number;

const [gap, titleGap, lineHeight] = [7, 9, 13];

/** One edge of the box, with the numbers of an axis along it. */
interface Edge {
  readonly axis: SurfaceAxis;
  readonly along: 0 | 1 | 2;
  /** What the two other coordinates are. */
  readonly corner: Triple;
  readonly name: string;
}

/**
 * @param names - of x, y and z.
 * @param measure - width of a text in pixels.
 */
export function labelsOf(
  frame: SurfaceFrame,
  names: readonly [string, string, string],
  view: SurfaceView,
  measure: Measure,
): SurfaceLabel[] {
  const [hx, hy, hz] = halves(frame);
  // The edges of the floor that are outermost in the picture: from below, those that are far away.
  const side = view.eye[2] < -hz ? -1 : 1;
  const sx = side * (view.eye[0] < 0 ? -hx : hx);
  const sy = side * (view.eye[1] < 0 ? -hy : hy);
  const posts: readonly Triple[] = [
    [sx, -sy, 0],
    [-sx, sy, 0],
  ];
  const [one, other] = posts.map((post) => view.project(post).x);
  const post = ((one ?? 0) < (other ?? 0) ? posts[0] : posts[1]) ?? [hx, hy, 0];
  const edges: readonly Edge[] = [
    { axis: frame.x, along: 0, corner: [0, sy, -hz], name: names[0] },
    { axis: frame.y, along: 1, corner: [sx, 0, -hz], name: names[1] },
    { axis: frame.z, along: 2, corner: post, name: names[2] },
  ];
  return apart(
    edges.flatMap((edge) => edgeLabels(edge, view, measure)),
    measure,
  );
}

/** Where two axes meet, the later one's number gives way. */
function apart(labels: readonly SurfaceLabel[], measure: Measure): SurfaceLabel[] {
  const kept: SurfaceLabel[] = [];
  for (const label of labels) {
    const isFree = kept.every((other) => {
      const room = (measure(label.text) + measure(other.text)) / 2 + 4;
      return Math.abs(label.x - other.x) >= room || Math.abs(label.y - other.y) >= lineHeight;
    });
    if (isFree || label.isTitle) kept.push(label);
  }
  return kept;
}

function edgeLabels(
  { axis, along, corner, name }: Edge,
  view: SurfaceView,
  measure: Measure,
): SurfaceLabel[] {
  const at = (place: number): Triple => [
    along === 0 ? place : corner[0],
    along === 1 ? place : corner[1],
    along === 2 ? place : corner[2],
  ];
  const [from, to] = [view.project(at(-axis.half)), view.project(at(axis.half))];
  const outward = outwards(from, to, view.project([0, 0, corner[2]]));
  const ticks = axis.ticks.at.flatMap((value, i) => {
    const text = axis.ticks.labels[i] ?? "";
    return text === "" ? [] : [{ at: view.project(at(placeOn(axis, value))), text }];
  });
  const widest = ticks.reduce((most, { text }) => Math.max(most, measure(text)), 0);
  const shifted = ({ x, y }: Point, by: number): Point => ({
    x: x + by * outward.x,
    y: y + by * outward.y,
  });
  // How far the middle of a text of this width has to be from the edge.
  const half = (width: number) =>
    (Math.abs(outward.x) * width + Math.abs(outward.y) * lineHeight) / 2;
  const kept = thinned(ticks, measure);
  const labels = kept.map(({ at: place, text }): SurfaceLabel => ({
    ...shifted(place, gap + half(measure(text))),
    text,
    turn: 0,
    isTitle: false,
  }));
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const away = gap + titleGap + 2 * half(widest) + lineHeight / 2;
  const title = {
    ...shifted(middle, away),
    text: name,
    turn: along === 2 ? upwards(from, to) : upright(from, to),
    isTitle: true,
  };
  return [...labels, title];
}

/** The unit vector that leads away from the box, square to the edge. */
function outwards(from: Point, to: Point, inside: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { x: (from.x + to.x) / 2 - inside.x, y: (from.y + to.y) / 2 - inside.y };
  // An edge that points at the eye has no direction of its own.
  if (length < 8) return unit(middle);
  const square = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  return square.x * middle.x + square.y * middle.y < 0 ? { x: -square.x, y: -square.y } : square;
}

function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 0, y: 1 } : { x: x / length, y: y / length };
}

/** The turn of a text that is read from below to above. */
function upwards(from: Point, to: Point): number {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  return turn > 0 ? turn - Math.PI : turn;
}

/** The turn of a text along an edge, never upside down. */
function upright(from: Point, to: Point): number {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  if (Math.abs(Math.cos(turn)) < 1e-3) return -Math.PI / 2;
  return turn > Math.PI / 2 ? turn - Math.PI : turn < -Math.PI / 2 ? turn + Math.PI : turn;
}

/** Every second or third of the ticks, where all of them would run into each other. */
function thinned<T extends { readonly at: Point; readonly text: string }>(
  ticks: readonly T[],
  measure: Measure,
): readonly T[] {
  for (let every = 1; every < ticks.length; every++) {
    const kept = ticks.filter((_, i) => i % every === 0);
    const isClear = kept.every((tick, i) => {
      const before = kept[i - 1];
      if (before === undefined) return true;
      const room = (measure(tick.text) + measure(before.text)) / 2 + 5;
      const [dx, dy] = [Math.abs(tick.at.x - before.at.x), Math.abs(tick.at.y - before.at.y)];
      return dx >= room || dy >= lineHeight;
    });
    if (isClear) return kept;
  }
  return ticks.slice(0, 1);
}
