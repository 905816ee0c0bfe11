/** The minima of a landscape that are deep enough, for the drawing, the merge tree and the table. */

import type { Minimum, Topology } from "../../../api/landscapes";
import type { ContourMark } from "../../../charts/contour/types";
import type { Branch } from "../../../charts/tree/tree";

export interface Deep {
  /** The deepest first. What one joins is at least as deep, so it is among them. */
  readonly minima: readonly Minimum[];
  readonly least: number;
  /** How many are less deep than `least`. */
  readonly shallow: number;
  /** How many there are in all, where the server has not sent every one of them; else null. */
  readonly all: number | null;
}

/** @param wish - null: what the server holds for noise. Less than that is not known. */
export function deepEnough(topology: Topology, wish: number | null): Deep {
  const { minima: sent, count, least_depth, shallow } = topology;
  const least = Math.max(least_depth, wish ?? 0);
  const minima = sent.filter(({ depth }) => depth >= least);
  // Those that were not sent are less deep than the last one that was.
  const isCut = minima.length === sent.length && count > sent.length;
  return {
    minima,
    least,
    shallow: shallow + (isCut ? 0 : count - minima.length),
    all: isCut ? count : null,
  };
}

/** Mean depth of the minima that join another; NaN without one. */
export function meanDepth(minima: readonly Minimum[]): number {
  const depths = minima.map(({ depth }) => depth).filter(Number.isFinite);
  return depths.reduce((sum, each) => sum + each, 0) / depths.length;
}

export function branchesOf(minima: readonly Minimum[]): Branch[] {
  return minima.map(({ value, saddle, joins }, i) => ({
    name: String(i + 1),
    value,
    saddle,
    joins,
  }));
}

/** Minima by their numbers, and the saddles that lead out of them. */
export function minimumMarks(minima: readonly Minimum[]): ContourMark[] {
  const saddles = minima.flatMap(({ saddle_x: x, saddle_y: y }): ContourMark[] =>
    x === null || y === null ? [] : [{ name: "", x, y, kind: "saddle" }],
  );
  const numbered = minima.map(({ x, y }, i): ContourMark => ({
    name: String(i + 1),
    x,
    y: y ?? 0,
    kind: "minimum",
  }));
  // The deepest lie on top.
  return [...saddles, ...numbered.reverse()];
}
