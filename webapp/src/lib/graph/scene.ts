/** What is drawn of a graph, in the unit of the drawing: boxes, wires between them, stubs of wires that are too long. */

import { CONTROL } from "./graph";
import { laidOut, PADDING, type GraphDirection, type Laid, type LayoutOptions } from "./layout";
import type { Outline } from "./outline";
import { Router } from "./routes";

export interface SceneBox {
  readonly box: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** How many frames are around it. */
  readonly depth: number;
  /** What lies in it is drawn. */
  readonly isOpen: boolean;
  /** How many neighbors that are equal inside it stands for, itself among them. */
  readonly times: number;
}

export interface Wire {
  readonly from: number;
  readonly to: number;
  /** x, y, x, y... */
  readonly points: Float64Array;
  /** The first of the edges that it stands for, and how many they are. */
  readonly edge: number;
  count: number;
  /** It only says what comes first. */
  isControl: boolean;
}

/** A wire whose ends are too far from each other to draw what is between. */
export interface Stub {
  readonly from: number;
  readonly to: number;
  readonly edge: number;
}

export interface Scene {
  readonly direction: GraphDirection;
  /** Boxes of the scene; those around others come before them. */
  readonly boxes: readonly SceneBox[];
  /** Where each box is in `boxes`. */
  readonly placeOf: ReadonlyMap<number, number>;
  readonly wires: readonly Wire[];
  readonly stubs: readonly Stub[];
  readonly width: number;
  readonly height: number;
}

export function sceneOf(options: LayoutOptions): Scene {
  const { outline, direction } = options;
  const whole = laidOut(options, outline.root);
  const boxes: SceneBox[] = [];
  const router = new Router(direction);
  const laidOf = new Map<number, Laid>();
  // From the outside in, without recursion: boxes may lie in each other very deep.
  const waiting: { laid: Laid; x: number; y: number; depth: number }[] = [
    { laid: whole, x: 0, y: 0, depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { laid, x, y, depth } = next;
    laidOf.set(laid.frame.box, laid);
    router.enter(laid, x, y);
    const { across, along } = laid.positions;
    laid.frame.items.forEach((box, i) => {
      const { width, height } = laid.sizes[i] as { width: number; height: number };
      const [middle, far] = [across[i] as number, along[i] as number];
      const left = x + (direction === "down" ? middle : far) - width / 2;
      const top = y + (direction === "down" ? far : middle) - height / 2;
      const inside = laid.inner.get(i);
      const times = laid.frame.times[i] as number;
      boxes.push({
        box,
        x: left,
        y: top,
        width,
        height,
        depth,
        isOpen: inside !== undefined,
        times,
      });
      if (inside === undefined) return;
      const spare = width - inside.size.width - PADDING.left - PADDING.right;
      waiting.push({
        laid: inside,
        x: left + PADDING.left + spare / 2,
        y: top + PADDING.top,
        depth: depth + 1,
      });
    });
  }
  const placeOf = new Map(boxes.map(({ box }, i) => [box, i]));
  const { wires, stubs } = joinedBy(outline, laidOf, router, boxes, placeOf);
  return { direction, boxes, placeOf, wires, stubs, ...whole.size };
}

function joinedBy(
  outline: Outline,
  laidOf: ReadonlyMap<number, Laid>,
  router: Router,
  boxes: readonly SceneBox[],
  placeOf: ReadonlyMap<number, number>,
): { wires: Wire[]; stubs: Stub[] } {
  const { kind } = outline.graph.edges;
  const wires: Wire[] = [];
  const stubs: Stub[] = [];
  const boxAt = (box: number): SceneBox => boxes[placeOf.get(box) as number] as SceneBox;
  for (const [frame, laid] of laidOf) {
    const { edge, from, to, a, b } = outline.edgesIn(frame);
    const { items } = laid.frame;
    const known = new Map<number, Wire | null>();
    for (let i = 0; i < edge.length; i++) {
      const one = laid.frame.itemOf.get(a[i] as number);
      const other = laid.frame.itemOf.get(b[i] as number);
      if (one === undefined || other === undefined) continue;
      // From one of those that repeat to the next one.
      if (one === other) continue;
      const [first, last] = [items[one] as number, items[other] as number];
      const start = laidOf.has(first) ? seen(outline, laidOf, frame, from[i] as number) : first;
      const end = laidOf.has(last) ? seen(outline, laidOf, frame, to[i] as number) : last;
      const key = start * outline.size + end;
      const isControl = kind[edge[i] as number] === CONTROL;
      const before = known.get(key);
      if (before !== undefined) {
        if (before !== null) {
          before.count++;
          before.isControl &&= isControl;
        }
        continue;
      }
      const points = router.route(outline, laid, one, other, boxAt(start), boxAt(end));
      const ends = { from: start, to: end, edge: edge[i] as number };
      const wire = points === null ? null : { ...ends, points, count: 1, isControl };
      known.set(key, wire);
      if (wire === null) stubs.push(ends);
      else wires.push(wire);
    }
  }
  router.spread(wires, boxAt);
  return { wires, stubs };
}

/** The box of the drawing that stands for a node of a frame. */
function seen(
  outline: Outline,
  laidOf: ReadonlyMap<number, Laid>,
  frame: number,
  node: number,
): number {
  for (let [around, inside] = [frame, node]; ;) {
    const child = outline.childWith(around, inside);
    const laid = laidOf.get(around);
    const item = laid?.frame.items[laid.frame.itemOf.get(child) ?? -1] ?? child;
    if (item !== child) inside = outline.counterpart(inside, child, item);
    if (item === inside || inside < 0 || !laidOf.has(item)) return item;
    around = item;
  }
}
