/** Where the nodes of a flame graph lie. */

import { childrenOf, type Tree } from "../../lib/profile/tree";
import type { FlameFigure } from "./types";

/** Height of a level in pixels, and pixels below which a node is left out. */
export const LEVEL = 19;
const NARROWEST = 0.4;
/** Nodes in one picture at most. */
const MOST = 8000;

export interface FlameCell {
  /** -1: all roots together. */
  readonly node: number;
  readonly x: number;
  readonly width: number;
  /** From the root on. */
  readonly level: number;
}

export interface FlameLayout {
  readonly cells: readonly FlameCell[];
  readonly levels: number;
}

/** What a node and all below it took; -1: all roots. */
export function valueOf(tree: Tree, values: Float64Array, node: number): number {
  if (node >= 0) return values[node] ?? 0;
  return tree.roots.reduce((sum, root) => sum + (values[root] ?? 0), 0);
}

/** Those above a node from the root on, and itself. */
function lineTo(tree: Tree, node: number): number[] {
  const line: number[] = [];
  for (let i = node; i >= 0; i = tree.parent[i] ?? -1) line.unshift(i);
  return line;
}

/**
 * The node that is looked at and all above it take the whole width; below it each takes its share,
 * the largest one first. What is too narrow to be seen is left out.
 */
export function layoutOf({ tree, values, root }: FlameFigure, width: number): FlameLayout {
  const above: readonly number[] = [-1, ...lineTo(tree, root)];
  const cells: FlameCell[] = above.map((node, level) => ({ node, x: 0, width, level }));
  const rest: FlameCell[] = [{ node: root, x: 0, width, level: above.length - 1 }];
  let levels = above.length;
  while (rest.length > 0 && cells.length < MOST) {
    const cell = rest.shift() as FlameCell;
    const whole = valueOf(tree, values, cell.node);
    if (!(whole > 0)) continue;
    const below = [...childrenOf(tree, cell.node)].sort(
      (a, b) => (values[b] ?? 0) - (values[a] ?? 0),
    );
    // Threads beside each other can take more than what they are in.
    const sum = below.reduce((total, node) => total + (values[node] ?? 0), 0);
    let { x } = cell;
    for (const node of below) {
      const wide = ((values[node] ?? 0) / Math.max(whole, sum)) * cell.width;
      if (wide < NARROWEST) break;
      const found = { node, x, width: wide, level: cell.level + 1 };
      cells.push(found);
      rest.push(found);
      levels = Math.max(levels, found.level + 1);
      x += wide;
    }
  }
  return { cells, levels };
}

/** Pixels from the top of all. */
export function topOf(level: number, levels: number, isUpwards: boolean): number {
  return (isUpwards ? levels - 1 - level : level) * LEVEL;
}

export function cellAt(
  { cells, levels }: FlameLayout,
  isUpwards: boolean,
  at: { readonly x: number; readonly y: number },
): FlameCell | null {
  const row = Math.floor(at.y / LEVEL);
  const level = isUpwards ? levels - 1 - row : row;
  return (
    cells.find((cell) => cell.level === level && at.x >= cell.x && at.x < cell.x + cell.width) ??
    null
  );
}

/** The cell that a key leads to. @param way - beside it on its level, or one level nearer or farther from the root. */
export function cellBeside(
  { cells }: FlameLayout,
  from: number,
  way: "before" | "after" | "above" | "below",
  parentOf: (node: number) => number,
): FlameCell | null {
  const own = cells.find(({ node }) => node === from);
  if (own === undefined) return cells[0] ?? null;
  if (way === "above") {
    return from < 0 ? null : (cells.find(({ node }) => node === parentOf(from)) ?? null);
  }
  if (way === "below") {
    const below = cells.filter(
      ({ node, level }) => level === own.level + 1 && node >= 0 && parentOf(node) === from,
    );
    return below[0] ?? null;
  }
  const row = cells.filter(({ level }) => level === own.level).sort((a, b) => a.x - b.x);
  return row[row.indexOf(own) + (way === "after" ? 1 : -1)] ?? null;
}
