/** Which edges of the box are seen behind what is in it, and where the numbers of its axes are written. Pure. */

import { numberTicks } from "../../lib/ticks";
import type { Point, ShapeSize } from "../shapes/shapes";
import type { Triple } from "../space/direction";
import type { MeshBox, UpAxis } from "./types";

type Axis = 0 | 1 | 2;

export interface MeshLabel extends Point {
  readonly text: string;
  readonly isTitle: boolean;
}

const names = ["x", "y", "z"] as const;
/** From an edge to a short number, and from there to the axis' name; pixels. */
const [gap, titleGap] = [15, 17];
/** Half of a character, and half of a short number. */
const [halfCharacter, short] = [3.3, 8];
/** Between two numbers at least, along an edge; and from one line to another. */
const [closest, lineHeight] = [30, 15];

/** The box's twelve edges, from one corner to another, with the two axes that are the same at both. */
export function edgesOfBox({ low, high }: MeshBox): readonly (readonly [Triple, Triple])[] {
  const ends = [low, high] as const;
  return ([0, 1, 2] as const).flatMap((along) => {
    const [one, other] = across(along);
    return [0, 1, 2, 3].map((corner): readonly [Triple, Triple] => {
      const at = (end: 0 | 1): Triple => {
        const place = [0, 0, 0];
        place[along] = ends[end][along];
        place[one] = (ends[corner & 1] as Triple)[one];
        place[other] = (ends[corner >> 1] as Triple)[other];
        return place as unknown as Triple;
      };
      return [at(0), at(1)];
    });
  });
}

function across(along: Axis): readonly [Axis, Axis] {
  return along === 0 ? [1, 2] : along === 1 ? [0, 2] : [0, 1];
}

/** The corner nearest to the eye; edges that end there lie before what is in the box. */
export function nearCorner({ low, high }: MeshBox, towards: Triple): Triple {
  const end = (axis: Axis): number => (towards[axis] > 0 ? high : low)[axis];
  return [end(0), end(1), end(2)];
}

/**
 * Numbers and names along the outermost edges.
 * @param towards - the eye, in the axes of the vertices.
 * @param project - where a place is drawn, in pixels.
 */
export function labelsOf(
  box: MeshBox,
  up: UpAxis,
  towards: Triple,
  project: (place: Triple) => Point,
): MeshLabel[] {
  const vertical: Axis = up === "y" ? 1 : 2;
  const near = nearCorner(box, towards);
  const far = nearCorner(box, towards.map((part) => -part) as unknown as Triple);
  // From above the floor's front edges are outermost, from below those of the lid.
  const ground = towards[vertical] >= 0 ? box.low[vertical] : box.high[vertical];
  const middle = project(mixed(box.low, box.high));
  const [one, other] = across(vertical);
  const corner = (axis: Axis, of: Triple): Triple => {
    const place = [...near] as [number, number, number];
    place[axis] = of[axis];
    return place;
  };
  const posts = [corner(one, far), corner(other, far)] as const;
  const [left, right] = posts.map((post) => project(post).x);
  const post = (left ?? 0) < (right ?? 0) ? posts[0] : posts[1];
  return ([0, 1, 2] as const).flatMap((axis) => {
    const at = (value: number): Triple => {
      const place = [...(axis === vertical ? post : near)] as [number, number, number];
      if (axis !== vertical) place[vertical] = ground;
      place[axis] = value;
      return place;
    };
    return alongEdge(
      box.low[axis],
      box.high[axis],
      names[axis],
      (value) => project(at(value)),
      middle,
    );
  });
}

/** The same, where letters of one would lie beyond the picture's sides moved back into it. */
export function inside(labels: readonly MeshLabel[], { width, height }: ShapeSize): MeshLabel[] {
  return labels.map((label) => {
    const half = halfCharacter * label.text.length + 1;
    const x = Math.max(half, Math.min(width - half, label.x));
    const y = Math.max(lineHeight / 2, Math.min(height - lineHeight / 2, label.y));
    return { ...label, x, y };
  });
}

function alongEdge(
  low: number,
  high: number,
  name: string,
  place: (value: number) => Point,
  inside: Point,
): MeshLabel[] {
  const [from, to] = [place(low), place(high)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const centre = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const away = outwards(from, to, centre, inside);
  const moved = ({ x, y }: Point, by: number): Point => ({
    x: x + by * away.x,
    y: y + by * away.y,
  });
  // How much farther away a long number has to begin beside an edge that goes up.
  const beside = (text: string): number =>
    Math.abs(away.x) * Math.max(0, halfCharacter * text.length - short);
  const titled = (by: number): MeshLabel => ({
    ...moved(centre, gap + titleGap + by),
    text: name,
    isTitle: true,
  });
  // An edge that points at the eye has no room for numbers.
  if (length < closest) return [titled(0)];
  const numbers = mostThatFit(low, high, length / closest, (value, text) =>
    moved(place(value), gap + beside(text)),
  );
  const most = Math.max(0, ...numbers.map(({ text }) => beside(text)));
  return [...numbers, titled(2 * most)];
}

/** As many numbers as stand beside each other. @param count - at most about. */
function mostThatFit(
  low: number,
  high: number,
  count: number,
  place: (value: number, text: string) => Point,
): MeshLabel[] {
  const { at, labels } = numberTicks(low, high, Math.max(1, count));
  const numbers = at.flatMap((value, i) => {
    const text = labels[i] ?? "";
    return text === "" ? [] : [{ ...place(value, text), text, isTitle: false }];
  });
  const fits = numbers.every((label, i) => i === 0 || areApart(numbers[i - 1] as MeshLabel, label));
  return fits || count <= 1 ? numbers : mostThatFit(low, high, count - 1, place);
}

function areApart(one: MeshLabel, other: MeshLabel): boolean {
  const wide = halfCharacter * (one.text.length + other.text.length) + 8;
  return Math.abs(one.x - other.x) >= wide || Math.abs(one.y - other.y) >= lineHeight;
}

function outwards(from: Point, to: Point, centre: Point, inside: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const out = { x: centre.x - inside.x, y: centre.y - inside.y };
  if (length < 8) {
    const far = Math.hypot(out.x, out.y);
    return far === 0 ? { x: 0, y: 1 } : { x: out.x / far, y: out.y / far };
  }
  const square = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const side = square.x * out.x + square.y * out.y < 0 ? -1 : 1;
  return { x: side * square.x, y: side * square.y };
}

function mixed(one: Triple, other: Triple): Triple {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2];
}
