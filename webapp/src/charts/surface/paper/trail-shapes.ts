/** Paths and named points over surfaces, as shapes. What lies behind a hill shines through a little. Pure. */

import { valueAt } from "../../../lib/landscape/value";
import type { Shape } from "../../shapes/shapes";
import type { Ink } from "../../space/ink";
import type { Triple } from "../../space/direction";
import { isInside, placed, type SurfaceFrame } from "../frame";
import type { SurfaceView } from "../labels";
import { isCovered } from "../picking";
import { routeOf } from "../route";
import type { SurfaceFigure, SurfacePath } from "../types";
import { projected, triple } from "./patches";

/** What is seen through less than this hides what is behind it. */
export const opaque = 0.98;
const ghost = { line: 0.25, dot: 0.45 } as const;

export interface Over {
  readonly figure: SurfaceFigure;
  readonly frame: SurfaceFrame;
  readonly view: SurfaceView;
  readonly ink: Pick<Ink, "ground" | "text">;
}

interface Name {
  readonly at: Triple;
  readonly text: string;
}

/** Of a point of the scene, seen or shining through. */
type Look = "dot" | "hollow" | "diamond" | "ring";

export function trailShapes(over: Over): Shape[] {
  const { figure, frame } = over;
  const shapes: Shape[] = [];
  const names: Name[] = [];
  for (const path of figure.paths) {
    const drawn = pathShapes(path, over);
    shapes.push(...drawn.shapes);
    names.push(...drawn.names);
  }
  for (const { name, x, y, kind } of figure.marks) {
    const heights = figure.grids.map((grid) => placed(frame, x, y, valueAt(grid, x, y)));
    const at = heights.find((each) => isSeen(each, frame));
    if (at === undefined) continue;
    const [look, size] = {
      center: ["ring", 13],
      minimum: ["hollow", 11],
      saddle: ["dot", 6],
      point: ["diamond", 12],
    }[kind] as [Look, number];
    shapes.push(...pointShapes(at, look, size, over.ink.text, over));
    names.push({ at, text: name });
  }
  return [...shapes, ...nameShapes(names, over)];
}

function pathShapes(path: SurfacePath, over: Over): { shapes: Shape[]; names: Name[] } {
  const { figure, frame, view, ink } = over;
  const grid = figure.grids.find(({ id }) => id === path.id) ?? figure.grids[0];
  const route = routeOf(path, grid, frame, 0.012 * frame.z.half);
  const color = path.color ?? figure.pathColor;
  const width = figure.pathWidth;
  const last = path.x.length - 1;
  const until = figure.frame * last + 1e-6;
  const runs: { points: Triple[]; isCovered: boolean }[] = [];
  for (let i = 0; i < route.reached.length && (route.reached[i] ?? 0) <= until; i++) {
    const [from, to] = [triple(route.pieces, 6 * i), triple(route.pieces, 6 * i + 3)];
    if (!isInside(frame.z, from[2]) || !isInside(frame.z, to[2])) continue;
    const hidden = isHidden(middleOf(from, to), over);
    const run = runs.at(-1);
    const joins = run?.isCovered === hidden && isSame(run.points.at(-1), from);
    if (run !== undefined && joins) run.points.push(to);
    else runs.push({ points: [from, to], isCovered: hidden });
  }
  const lines = (covered: boolean, stroke: string, wide: number, opacity: number): Shape => ({
    kind: "paths",
    lines: runs
      .filter((run) => run.isCovered === covered)
      .map(({ points }) => projected(points, view)),
    fill: null,
    stroke,
    width: wide,
    opacity,
  });
  const reached = Array.from(path.x.keys()).filter((k) => k <= until);
  const size = reached.length > 120 ? width + 2 : width + 5;
  const dots: Shape[] = [];
  for (const k of reached) {
    const [plane, own] = [triple(route.dots, 3 * k), triple(route.truths, 3 * k)];
    if (isSeen(plane, frame) && own.every(Number.isFinite))
      dots.push(...pinShapes(plane, own, color, over));
  }
  for (const k of reached) {
    const [plane, own] = [triple(route.dots, 3 * k), triple(route.truths, 3 * k)];
    const isEnd = k === 0 || k === last || (k === reached.at(-1) && figure.frame < 1);
    if (isSeen(own, frame)) dots.push(...pointShapes(own, "hollow", size, color, over));
    if (isSeen(plane, frame))
      dots.push(
        ...pointShapes(plane, k === last ? "diamond" : "dot", isEnd ? size + 5 : size, color, over),
      );
  }
  const [start, end] = [triple(route.dots, 0), triple(route.dots, 3 * last)];
  // Several begin at one place as a rule, and are distinguished by where they end.
  const isOne = figure.paths.length === 1;
  const names: Name[] = [
    ...(isSeen(start, frame) && isOne ? [{ at: start, text: figure.words.start }] : []),
    ...(isSeen(end, frame) && last > 0 && figure.frame >= 1
      ? [{ at: end, text: isOne ? figure.words.end : path.name }]
      : []),
  ];
  return {
    shapes: [
      lines(true, color, width, ghost.line),
      lines(false, ink.ground, width + 2, 0.8),
      lines(false, color, width, 1),
      ...dots,
    ],
    names,
  };
}

/** A line from a snapshot on the plane to its own loss. */
function pinShapes(plane: Triple, own: Triple, color: string, over: Over): Shape[] {
  const { figure, frame, view, ink } = over;
  const { half } = frame.z;
  const end: Triple = [own[0], own[1], Math.min(half, Math.max(-half, own[2]))];
  const points = projected([plane, end], view);
  const thin = Math.max(1.2, figure.pathWidth * 0.5);
  const hidden = isHidden(middleOf(plane, end), over);
  return [
    {
      kind: "path",
      points,
      fill: null,
      stroke: ink.ground,
      width: thin + 2,
      opacity: hidden ? 0.35 : 0.7,
    },
    {
      kind: "path",
      points,
      fill: null,
      stroke: color,
      width: thin,
      opacity: hidden ? ghost.dot : 1,
    },
  ];
}

/** @param size - across, in pixels, with its rim. */
function pointShapes(at: Triple, look: Look, size: number, color: string, over: Over): Shape[] {
  const { view, ink } = over;
  const { x, y } = view.project(at);
  const opacity = isHidden(at, over) ? ghost.dot : 1;
  const [body, rim] = look === "hollow" ? [ink.ground, color] : [color, ink.ground];
  const radius = size / 2 - 0.75;
  if (look === "diamond") {
    const points = Float64Array.of(
      x,
      y - radius,
      x + radius,
      y,
      x,
      y + radius,
      x - radius,
      y,
      x,
      y - radius,
    );
    return [{ kind: "path", points, fill: body, stroke: rim, width: 1.5, opacity }];
  }
  const circle = { kind: "circle", x, y, opacity } as const;
  if (look === "ring")
    return [
      { ...circle, radius: radius - 1, fill: null, stroke: ink.ground, width: 5 },
      { ...circle, radius: radius - 1, fill: null, stroke: color, width: 2 },
    ];
  return [{ ...circle, radius, fill: body, stroke: rim, width: 1.5 }];
}

function nameShapes(names: readonly Name[], over: Over): Shape[] {
  const { view, ink } = over;
  const taken: { x: number; y: number; reach: number }[] = [];
  return names.map(({ at, text }): Shape => {
    const place = view.project(at);
    const [x, reach] = [place.x + 9, text.length * 6];
    let y = place.y - 7;
    // The end of a path is often the center: one below the other.
    while (taken.some((other) => Math.abs(other.y - y) < 13 && Math.abs(other.x - x) < reach))
      y += 14;
    taken.push({ x, y, reach });
    return { kind: "text", x, y, text, anchor: "start", fill: ink.text, halo: ink.ground };
  });
}

function isSeen(at: Triple, { z }: SurfaceFrame): boolean {
  return at.every(Number.isFinite) && isInside(z, at[2]);
}

function isHidden(at: Triple, { figure, frame, view }: Over): boolean {
  return figure.opacity > opaque && isCovered(figure.grids, frame, view.eye, at);
}

export function middleOf(one: Triple, other: Triple): Triple {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2];
}

function isSame(one: Triple | undefined, other: Triple): boolean {
  return one !== undefined && one.every((part, axis) => part === other[axis]);
}
