/** The histogram chart: counts of values over steps. */

import type { ChartKind } from "../base/kind";
import { draw } from "./draw";
import { spotAfter } from "./keys";
import type { HistogramFigure, HistogramSpot } from "./types";

export const histogramChart: ChartKind<HistogramFigure, HistogramSpot> = {
  draw,
  spotAfter: (figure, spot, { key, shiftKey }) => spotAfter(figure, spot, key, shiftKey),
  renewed: ({ layers }, spot) => (layers[spot.layer]?.at[spot.index] === undefined ? null : spot),
  layers: ({ layers }) => layers,
  attributes({ layers }) {
    const places = layers.flatMap(({ at }) => [...at]);
    return {
      "data-steps": places.length,
      "data-first": Math.min(...places),
      "data-last": Math.max(...places),
    };
  },
};
