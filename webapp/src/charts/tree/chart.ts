/** The chart of a merge tree; what it shows stands in a table beside it, too. */

import type { ChartKind } from "../base/kind";
import { branchAt, treeBox, treeShapes, type TreeFigure } from "./tree";

/** A spot is the position of a branch. */
export const treeChart: ChartKind<TreeFigure, number> = {
  isPicture: true,
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
  renewed: ({ branches }, branch) => (branch < branches.length ? branch : null),
};
