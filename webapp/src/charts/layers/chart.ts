/** The chart of layers by steps: a cell for each, in colors. */

import type { ChartKind } from "../base/kind";
import { layersDrawing } from "./draw";
import { cellAfter } from "./keys";
import type { LayerCell, LayerFigure } from "./types";

export const layersChart: ChartKind<LayerFigure, LayerCell> = {
  draw: layersDrawing,
  spotAfter: ({ names, steps }, cell, event) =>
    cellAfter(event, cell, names.length, steps.length) ?? undefined,
  renewed: ({ names, steps }, cell) =>
    cell.row < names.length && cell.column < steps.length ? cell : null,
  attributes: ({ names, steps }) => ({ "data-rows": names.length, "data-columns": steps.length }),
};
