/** Small readings of boxes. */

import type { Outline } from "../../../lib/graph/outline";

/** A set that is not reactive: it is made anew whenever something of it changes. */
export function boxSet(boxes: Iterable<number>): Set<number> {
  return new Set(boxes);
}

/** The outermost box that holds nothing but a node. */
export function outermostOf(outline: Outline, node: number): number {
  let box = node;
  for (
    let above = outline.parentOf(box);
    outline.onlyNode(above) === node;
    above = outline.parentOf(box)
  ) {
    box = above;
  }
  return box;
}
