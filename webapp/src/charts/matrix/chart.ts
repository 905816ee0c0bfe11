/** The chart of a square matrix as a heat map. */

import type { ChartKind } from "../base/kind";
import { outlined } from "../base/outline";
import { matrixShapes } from "./draw";
import { cellAfter } from "./keys";
import { boxOf, cellAt, layoutOf } from "./layout";
import type { MatrixCell, MatrixFigure, MatrixWindow } from "./types";

/** What is seen of a figure. */
export interface SeenMatrix {
  readonly figure: MatrixFigure;
  readonly window: MatrixWindow;
}

export const matrixChart: ChartKind<SeenMatrix, MatrixCell> = {
  draw({ figure, window }, size, colors) {
    const layout = layoutOf(figure, size, window);
    return {
      box: layout.box,
      shapes: matrixShapes(figure, layout, size, colors),
      spotAt: (at) => cellAt(layout, at),
      highlight: (cell) => [outlined(boxOf(layout, cell), colors)],
      placeOf(cell) {
        const { left, top, width } = boxOf(layout, cell);
        return { x: left + width, y: top };
      },
    };
  },
  spotAfter: ({ figure }, cell, event) => cellAfter(event, cell, figure.names.length) ?? undefined,
  renewed: ({ figure: { names } }, cell) =>
    Math.max(cell.row, cell.column) < names.length ? cell : null,
};
