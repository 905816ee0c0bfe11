/** The chart of layers by steps: a cell for each, in colors. */

import type { ChartKind } from "../base/kind";
import { layersDrawing } from "./draw";
import { cellAfter } from "./keys";
import type { LayerCell, LayerFigure } from "./types";

export const layersChart: ChartKind<LayerFigure, LayerCell> = {
  draw: layersDrawing,
  spotAfter: (figure, cell, event) => cellAfter(event, cell, figure) ?? undefined,
  renewed: ({ names, steps, tiles }, cell) =>
    cell.row < names.length && cell.column < steps.length && cell.tile < tiles.length ? cell : null,
  attributes: ({ names, steps, tiles }) => ({
    "data-rows": names.length,
    "data-columns": steps.length,
    "data-tiles": tiles.length,
  }),
};
