/** The chart of a merge tree; what it shows stands in a table beside it, too. */

import type { ChartKind } from "../base/kind";
import { branchAt, treeBox, treePlaces, treeShapes, type TreeFigure } from "./tree";

/** A spot is the position of a branch. */
export const treeChart: ChartKind<TreeFigure, number> = {
  least: 40,
  draw(figure, size, colors) {
    const box = treeBox(figure, size);
    return {
      shapes: treeShapes(figure, box, colors),
      spotAt(at) {
        const branch = branchAt(figure, box, at);
        return branch < 0 ? null : branch;
      },
    };
  },
  spotAfter(figure, branch, { key }) {
    if (key === "Escape") return null;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
    // As they stand beside each other, whatever the size.
    const places = treePlaces(figure, { left: 0, top: 0, width: 100, height: 100 });
    const order = [...places.keys()].sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0));
    const by = key === "ArrowRight" ? 1 : -1;
    const at = branch === null ? (by > 0 ? 0 : order.length - 1) : order.indexOf(branch) + by;
    return order[Math.min(order.length - 1, Math.max(0, at))];
  },
  isThere: ({ branches }, branch) => branch < branches.length,
};
