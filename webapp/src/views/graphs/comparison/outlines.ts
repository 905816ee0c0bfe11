/** Which boxes differ, in the colors of what happened to them. */

import type { Outline } from "../../../lib/graph/outline";
import type { Scene } from "../../../lib/graph/scene";
import type { Origin } from "../../../lib/graph/union";
import { nodesOf } from "../drawing/marks";

/** How changed boxes are marked; red and green differ in brightness, too, and words say the same. */
export const ORIGIN_COLORS: Readonly<Record<Exclude<Origin, "same">, string>> = {
  added: "#1a9e56",
  removed: "#d8344a",
  changed: "#d98a00",
};

/** What of one graph of the two was there before, or is there now. */
export interface Origins {
  readonly ofNode: (node: number) => Origin;
  readonly isTouched: (scope: number) => boolean;
}

/** The color around each box of a drawing in which something differs. */
export function outlinesOf(
  outline: Outline,
  scene: Scene,
  origins: Origins | null,
): ReadonlyMap<number, string> {
  const outlines = new Map<number, string>();
  if (origins === null) return outlines;
  for (const { box, isOpen, times } of scene.boxes) {
    const found = originsIn(outline, box, times, origins);
    const [only] = found;
    const isTouched =
      !outline.isNode(box) && outline.phaseOf(box) === 0 && origins.isTouched(outline.scopeOf(box));
    if (found.size === 1 && only !== undefined && only !== "same")
      outlines.set(box, ORIGIN_COLORS[only]);
    else if ((!isOpen || times > 1) && (found.size > 1 || isTouched))
      outlines.set(box, ORIGIN_COLORS.changed);
  }
  return outlines;
}

/** Origins of all that a box stands for, until they are more than one. */
function originsIn(outline: Outline, box: number, times: number, origins: Origins): Set<Origin> {
  const found = new Set<Origin>();
  let each = box;
  for (let i = 0; i < times && found.size < 2; i++) {
    for (const node of nodesOf(outline, each)) {
      found.add(origins.ofNode(node));
      if (found.size > 1) break;
    }
    if (times === 1) break;
    const scope = outline.scopeOf(each);
    each = outline.boxOf(outline.graph.scopes.end[scope] ?? scope, outline.phaseOf(each));
  }
  return found;
}
