/** Where the marks of points without a height, of extrema and of new beginnings stand on the plot. */

import { firstAtOrAfter, nearestIndex } from "./nearest";
import { projectionsOf } from "./path";
import type { ChartScale } from "../common/scales";
import { NAN, POSITIVE_INFINITY, type ChartLine, type NonFiniteMarks } from "./types";
import type { ShapeBox } from "../shapes/shapes";

export type MarkerShape = "triangle" | "up" | "down" | "ring" | "diamond";

export interface Marker {
  readonly shape: MarkerShape;
  readonly color: string;
  /** Pixels. */
  readonly x: number;
  readonly y: number;
  /** In the unit of the x axis. */
  readonly at: number;
  /** How many points it stands for. */
  readonly count: number;
  /** Position in the figure's lines. */
  readonly line: number;
  /** Which extremum it is; null for the others. */
  readonly extremum: "min" | "max" | null;
}

/** Distance of an infinity's mark to the edge that it points at, and size of a mark, in pixels. */
export const markerSize = 5;

/** Marks of one sort and line in a plot: more would be a carpet over the other lines. */
const mostOfASort = 12;

/**
 * NaN: a triangle at the height of the line's nearest finite value; +infinity: an arrow up at the
 * upper edge; -infinity: an arrow down at the lower edge; extrema: rings; where a line was taken up again: diamonds.
 * Values without a height that follow each other, or that come often, are one mark where the first of them is, with
 * their counts added; so are new beginnings.
 */
export function markers(
  lines: readonly ChartLine[],
  scales: readonly [ChartScale, ChartScale, ChartScale],
  box: ShapeBox,
): Marker[] {
  const [x] = scales;
  const projections = projectionsOf(scales, box);
  const found: Marker[] = [];
  lines.forEach((line, position) => {
    const to = projections[line.axis ?? "left"];
    const y = scales[line.axis === "right" ? 2 : 1];
    if (line.nonFinite) {
      found.push(...nonFiniteMarkers(line, line.nonFinite, position, to, y, box));
    }
    /** null: it is not in sight. */
    const at = (shape: MarkerShape, place: { readonly x: number; readonly y: number }) => {
      if ((x.log && place.x <= 0) || (y.log && place.y <= 0)) return null;
      const [pixelX, pixelY] = [to.x(place.x), to.y(place.y)];
      // Also where there is no height.
      if (!(pixelY >= box.top - 1 && pixelY <= box.top + box.height + 1)) return null;
      return marker(shape, line, position, place.x, pixelX, pixelY, 1);
    };
    for (const extremum of line.extrema ?? []) {
      const mark = at("ring", extremum);
      if (mark !== null) found.push({ ...mark, extremum: extremum.kind });
    }
    found.push(
      ...spaced(
        (line.resumed ?? []).flatMap((place) => at("diamond", place) ?? []),
        Math.max(2 * markerSize, box.width / mostOfASort),
      ),
    );
  });
  return found.filter((each) => each.x >= box.left - 1 && each.x <= box.left + box.width + 1);
}

/** Marks that would lie upon the one before are counted by it. */
function spaced(marks: readonly Marker[], apart: number): Marker[] {
  const found: Marker[] = [];
  for (const mark of marks) {
    const previous = found.at(-1);
    if (previous === undefined || mark.x - previous.x >= apart) found.push(mark);
    else found[found.length - 1] = { ...previous, count: previous.count + 1 };
  }
  return found;
}

function marker(
  shape: MarkerShape,
  { color }: ChartLine,
  line: number,
  at: number,
  x: number,
  y: number,
  count: number,
): Marker {
  return { shape, color, x, y, at, count, line, extremum: null };
}

function nonFiniteMarkers(
  line: ChartLine,
  marks: NonFiniteMarks,
  position: number,
  to: { x(value: number): number; y(value: number): number },
  y: ChartScale,
  box: ShapeBox,
): Marker[] {
  const found: Marker[] = [];
  /** Of each sort: the index in `found` of the newest mark, and the last place that it stands for. */
  const newest: { readonly mark: number; readonly until: number }[] = [];
  const apart = Math.max(markerSize, box.width / mostOfASort);
  for (let i = 0; i < marks.x.length; i++) {
    const at = marks.x[i] ?? NaN;
    const what = marks.what[i] ?? NAN;
    const count = marks.count[i] ?? 1;
    const x = to.x(at);
    if (!Number.isFinite(x)) continue;
    const { mark = -1, until = NaN } = newest[what] ?? {};
    const previous = found[mark];
    if (previous !== undefined && (x - previous.x < apart || !hasHeight(line, until, at))) {
      found[mark] = { ...previous, count: previous.count + count };
      newest[what] = { mark, until: at };
      continue;
    }
    const [shape, height] = placeOf(line, what, at, to, y, box);
    newest[what] = { mark: found.length, until: at };
    found.push(marker(shape, line, position, at, x, height, count));
  }
  return found;
}

/** Whether a line has a height anywhere between two places. */
function hasHeight(line: ChartLine, from: number, to: number): boolean {
  for (let i = firstAtOrAfter(line.x, from); (line.x[i] ?? Infinity) < to; i++) {
    if (Number.isFinite(line.y[i] ?? NaN)) return true;
  }
  return false;
}

function placeOf(
  line: ChartLine,
  what: number,
  at: number,
  to: { y(value: number): number },
  y: ChartScale,
  box: ShapeBox,
): [MarkerShape, number] {
  const top = box.top + markerSize + 2;
  const bottom = box.top + box.height - markerSize - 2;
  if (what === POSITIVE_INFINITY) return ["up", top];
  if (what !== NAN) return ["down", bottom];
  const value = nearestFinite(line, at, y.log);
  const height = value === null ? bottom : to.y(value);
  return ["triangle", Math.min(bottom, Math.max(top, height))];
}

/** The finite height nearest to `at`, the earlier one of equals. */
function nearestFinite(line: ChartLine, at: number, positive: boolean): number | null {
  const start = nearestIndex(line.x, at);
  const usable = (i: number): number | null => {
    const height = line.y[i] ?? NaN;
    return Number.isFinite(height) && (!positive || height > 0) ? height : null;
  };
  for (let away = 0; start - away >= 0 || start + away < line.x.length; away++) {
    const height = usable(start - away) ?? usable(start + away);
    if (height !== null) return height;
  }
  return null;
}

/** Corners of a mark around (0, 0), for a polygon; none for a ring. */
export function outline(shape: MarkerShape): readonly (readonly [number, number])[] {
  const s = markerSize;
  switch (shape) {
    case "triangle":
      return [
        [0, -s],
        [s, s * 0.8],
        [-s, s * 0.8],
      ];
    case "up":
      return [
        [0, -s],
        [s, 0],
        [s / 2.5, 0],
        [s / 2.5, s],
        [-s / 2.5, s],
        [-s / 2.5, 0],
        [-s, 0],
      ];
    case "down":
      return outline("up").map(([x, y]) => [x, -y] as const);
    case "diamond":
      return [
        [0, -s],
        [s * 0.8, 0],
        [0, s],
        [-s * 0.8, 0],
      ];
    case "ring":
      return [];
  }
}

/** The marks within reach of a place, the nearest first. */
export function markersAt(all: readonly Marker[], x: number, y: number): Marker[] {
  const distance = (mark: Marker): number => Math.hypot(mark.x - x, mark.y - y);
  return all
    .filter((mark) => distance(mark) <= markerSize * 2)
    .sort((one, other) => distance(one) - distance(other));
}
