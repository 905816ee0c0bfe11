/** Paths over the plane, and its named points. */

import { memoOf } from "../common/memo";
import { characterWidth, cut } from "../shapes/words";
import { fillOf, luminance } from "./coloring";
import { ribbonOf } from "./ribbon";
import type { ContourFrame } from "./frame";
import type { Point } from "../shapes/shapes";
import type { Colors, ContourFigure, ContourMark, ContourPath, Shape } from "./types";

/** Radius of the ring of the snapshot that is farthest off the plane, in pixels. */
export const farthest = 18;
/** What is still to come of a path that is on its way. */
const ahead = 0.28;
/** More snapshots than this have no dots of their own. */
const mostDots = 1500;

type Figure = Pick<
  ContourFigure,
  | ("drawing" | "grids" | "paths" | "pathColor" | "pathWidth" | "frame" | "residuals" | "words")
  | ("range" | "scale" | "palette")
>;

export function pathShapes(figure: Figure, frame: ContourFrame, colors: Colors): Shape[] {
  const off = { most: greatestResidual(figure.paths), areRibbons: hasRibbons(figure.paths) };
  return figure.paths.flatMap((path) => onePath(path, off, figure, frame, colors));
}

/** Of all paths, so that their rings can be compared; NaN where none is known. */
export function greatestResidual(paths: readonly ContourPath[]): number {
  let most = NaN;
  for (const { residual } of paths) {
    for (const each of residual) if (!(each <= most) && Number.isFinite(each)) most = each;
  }
  return most;
}

/** @returns the radius of a snapshot's ring in pixels; 0: there is none to draw. */
export function ringOf(residual: number, most: number): number {
  return residual > 0 && most > 0 ? farthest * (residual / most) : 0;
}

/** More rings than this would be a net: a ribbon as wide as they would be says the same. */
const mostRings = 30;

/** Whether the distances off the plane are shown by ribbons, and not by rings. */
export function hasRibbons(paths: readonly Pick<ContourPath, "step">[]): boolean {
  return paths.some(({ step }) => step.length > mostRings);
}

/** How distances off the plane are drawn, for all paths in one way. */
interface Off {
  /** The greatest one. */
  readonly most: number;
  readonly areRibbons: boolean;
}

function onePath(
  path: ContourPath,
  off: Off,
  figure: Figure,
  frame: ContourFrame,
  colors: Colors,
): Shape[] {
  const at = placesOf(path, frame);
  if (at.length === 0) return [];
  const { pathWidth, frame: progress, residuals, words, paths } = figure;
  const color = path.color ?? (figure.pathColor || standingOut(figure, colors));
  const halo = luminance(color) > 0.4 ? "#10141b" : "#ffffff";
  const come = progress * (at.length - 1);
  const isOnWay = progress < 1;
  const there = [...at.slice(0, Math.floor(come) + 1), headOf(at, come)];
  const isCrowded = at.length > mostDots;
  const ownOf = (i: number): string | null => {
    const value = path.trueLoss?.[i] ?? NaN;
    return Number.isFinite(value) ? fillOf(value, figure) : null;
  };
  const shapes: Shape[] = [];
  if (residuals && off.areRibbons)
    shapes.push(...ribbon(path, at, off.most, frame, { color, halo }));
  else if (residuals) shapes.push(...rings(path, at, off.most, come, { color, halo }));
  if (isOnWay) shapes.push(lineShape(at, color, pathWidth, ahead));
  shapes.push(lineShape(there, halo, pathWidth + 2, 0.7), lineShape(there, color, pathWidth, 1));
  if (!isCrowded) {
    at.slice(1, -1).forEach(({ x, y }, i) => {
      const opacity = i + 1 <= come ? 1 : ahead;
      const look = { own: ownOf(i + 1), count: at.length, pathWidth, color, halo, opacity };
      shapes.push(...dot({ x, y }, look));
    });
  }
  const [start, end] = [at[0], at.at(-1)] as [Point, Point];
  shapes.push(
    {
      kind: "circle",
      ...start,
      radius: 5,
      stroke: color,
      width: 2.4,
      fill: ownOf(0) ?? halo,
    },
    { kind: "circle", ...end, radius: 6, fill: color, stroke: halo, width: 2 },
    ...inside(end, ownOf(at.length - 1)),
  );
  // Several paths are distinguished by the colors of their runs: words would lie over each other.
  if (paths.length === 1 && at.length > 1)
    shapes.push(...endWords(start, end, words, frame, colors));
  if (isOnWay) {
    const head = headOf(at, come);
    shapes.push(
      { kind: "circle", ...head, radius: 9, fill: color, stroke: null, opacity: 0.3 },
      { kind: "circle", ...head, radius: 5, fill: color, stroke: halo, width: 2 },
    );
  }
  return shapes;
}

interface DotLook {
  /** Of the snapshot's own value; null: it is not known. */
  readonly own: string | null;
  /** Of all dots of the path. */
  readonly count: number;
  readonly pathWidth: number;
  readonly color: string;
  readonly halo: string;
  readonly opacity: number;
}

/** Within a rim of the path's color a dot shows its own value: where it stands out, the plane is wrong there. */
function dot(at: Point, { own, count, pathWidth, color, halo, opacity }: DotLook): Shape[] {
  const room = 60 / count + 2.4;
  const place = { kind: "circle", ...at } as const;
  if (own === null) {
    const radius = Math.max(1.4, Math.min(pathWidth + 0.6, room));
    return [{ ...place, radius, fill: color, stroke: halo, width: 1, opacity }];
  }
  const radius = Math.max(1.8, Math.min(pathWidth + 2, room));
  return [
    { ...place, radius: radius + 1.4, fill: halo, stroke: null, opacity: 0.7 * opacity },
    { ...place, radius, fill: own, stroke: color, width: 1.3, opacity },
  ];
}

function inside(at: Point, own: string | null): Shape[] {
  return own === null ? [] : [{ kind: "circle", ...at, radius: 3.2, fill: own, stroke: null }];
}

interface Ink {
  readonly color: string;
  readonly halo: string;
}

/** Of each path the outline of its ribbon, and where it was drawn: while a path is played it stays. */
const outlines = memoOf<ContourPath, readonly Float64Array[]>();

function ribbon(
  path: ContourPath,
  at: readonly Point[],
  most: number,
  { box, view }: ContourFrame,
  { color, halo }: Ink,
): Shape[] {
  const key = [...Object.values(box), ...view.x, ...view.y, most];
  const lines = outlines(path, key, () => {
    const radii = [...path.residual].map((residual) => ringOf(residual, most));
    return ribbonOf(at, radii);
  });
  return [
    { kind: "paths", lines, fill: null, stroke: halo, width: 2.4, opacity: 0.25 },
    { kind: "paths", lines, fill: color, stroke: null, opacity: 0.2 },
    { kind: "paths", lines, fill: null, stroke: color, width: 1, opacity: 0.5 },
  ];
}

/** Rings that overlap must leave the plane in sight: the more there are, the fainter they are. */
function rings(
  path: ContourPath,
  at: readonly Point[],
  most: number,
  come: number,
  { color, halo }: Ink,
): Shape[] {
  const strength = Math.min(0.85, Math.max(0.25, 7 / at.length));
  return at.flatMap(({ x, y }, i): Shape[] => {
    const radius = ringOf(path.residual[i] ?? NaN, most);
    if (radius === 0) return [];
    const opacity = (i <= come ? 1 : ahead) * strength;
    const place = { kind: "circle", x, y, radius } as const;
    return [
      { ...place, fill: color, stroke: null, opacity: opacity * 0.12 },
      { ...place, fill: null, stroke: halo, width: 2.4, opacity: opacity * 0.4 },
      { ...place, fill: null, stroke: color, width: 1.2, opacity },
    ];
  });
}

/** Lines lie on the ground of the page; bands and a heat map are a ground of all colors but white. */
function standingOut({ drawing, grids }: Figure, { text }: Colors): string {
  return drawing === "lines" || grids.length > 1 ? text : "#ffffff";
}

export function placesOf(path: ContourPath, { toX, toY }: ContourFrame): Point[] {
  return [...path.x].map((x, i) => ({ x: toX(x), y: toY(path.y[i] ?? NaN) }));
}

function headOf(at: readonly Point[], come: number): Point {
  const i = Math.min(at.length - 1, Math.floor(come));
  const from = at[i] as Point;
  const to = at[Math.min(at.length - 1, i + 1)] as Point;
  const share = come - i;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function lineShape(at: readonly Point[], stroke: string, width: number, opacity: number): Shape {
  const points = Float64Array.from(at.flatMap(({ x, y }) => [x, y]));
  return { kind: "path", points, fill: null, stroke, width, opacity };
}

/** The words lie beside the ends, away from each other. */
function endWords(
  start: Point,
  end: Point,
  words: ContourFigure["words"],
  { box }: ContourFrame,
  { surface, text }: Colors,
): Shape[] {
  const word = (at: Point, other: Point, what: string): Shape => {
    const isAbove = at.y < other.y || (at.y === other.y && at.x < other.x);
    const fits = isAbove ? at.y - 12 > box.top + 10 : at.y + 20 < box.top + box.height - 4;
    const y = isAbove === fits ? at.y - 12 : at.y + 20;
    const half = 3.5 * what.length;
    const x = Math.min(box.left + box.width - half - 4, Math.max(box.left + half + 4, at.x));
    return {
      kind: "text",
      x,
      y,
      text: what,
      anchor: "middle",
      bold: true,
      fill: text,
      halo: surface,
    };
  };
  return [word(start, end, words.start), word(end, start, words.end)];
}

/** Longer names are cut, in pixels. */
const longestName = 140;
const nameHeight = 14;

export function markShapes(
  marks: readonly ContourMark[],
  { toX, toY }: ContourFrame,
  { text, surface }: Colors,
): Shape[] {
  const named: { left: number; right: number; y: number }[] = [];
  /** Where a name has room: below those of marks that lie closer together than words are high. */
  const lineOf = (left: number, width: number, wished: number): number => {
    let y = wished;
    const isTaken = (): boolean =>
      named.some(
        (each) =>
          each.left < left + width && left < each.right && Math.abs(each.y - y) < nameHeight,
      );
    while (isTaken()) y += nameHeight;
    named.push({ left, right: left + width, y });
    return y;
  };
  return marks.flatMap((mark): Shape[] => {
    const [x, y] = [toX(mark.x), toY(mark.y)];
    if (mark.kind === "center") {
      const arms = [
        [x - 10, y, x - 3, y],
        [x + 3, y, x + 10, y],
        [x, y - 10, x, y - 3],
        [x, y + 3, x, y + 10],
      ].map((each) => Float64Array.from(each));
      return [
        { kind: "paths", lines: arms, fill: null, stroke: surface, width: 4, opacity: 0.8 },
        { kind: "paths", lines: arms, fill: null, stroke: text, width: 2 },
      ];
    }
    if (mark.kind === "saddle") {
      const arms = [
        Float64Array.of(x - 4, y - 4, x + 4, y + 4),
        Float64Array.of(x - 4, y + 4, x + 4, y - 4),
      ];
      return [
        { kind: "paths", lines: arms, fill: null, stroke: surface, width: 4, opacity: 0.8 },
        { kind: "paths", lines: arms, fill: null, stroke: text, width: 1.5 },
      ];
    }
    if (mark.kind === "minimum") {
      const { length } = mark.name;
      return [
        { kind: "circle", x, y, radius: 5 + 3 * length, fill: surface, stroke: text, width: 1.5 },
        { kind: "text", x, y: y + 4, text: mark.name, anchor: "middle", fill: text, bold: true },
      ];
    }
    const points = Float64Array.of(x, y - 6, x + 6, y, x, y + 6, x - 6, y, x, y - 6);
    const name = cut(mark.name, longestName);
    return [
      { kind: "path", points, fill: text, stroke: surface, width: 1.5 },
      {
        kind: "text",
        x: x + 10,
        y: lineOf(x + 10, name.length * characterWidth, y + 4),
        text: name,
        anchor: "start",
        fill: text,
        halo: surface,
      },
    ];
  });
}
