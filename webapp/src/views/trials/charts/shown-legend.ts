/** The legend of the trials as they are shown now. */

import type { TrialsModel } from "../model";
import { scaleOf } from "./columns";
import { layersOf, legendOf, type ColumnLegend } from "./legend";
import type { ChartSettings } from "./settings";
import { t } from "./texts";

/** null where each row has its run's color: the runs panel shows these. */
export function shownLegend(trials: TrialsModel, { scales }: ChartSettings): ColumnLegend | null {
  const column = trials.colorBy;
  if (column === null || trials.drawn.length === 0) return null;
  const wanted = scales.get(column.key);
  // Of ranks, which are even, a bar would say nothing about the numbers.
  const scale = scaleOf(column, trials.drawn, wanted === "quantile" ? undefined : wanted);
  return legendOf(column, scale, trials.drawn, trials.colors, t("missing"));
}

/** For a file. */
export function legendLayers(
  trials: TrialsModel,
  settings: ChartSettings,
): ReturnType<typeof layersOf> {
  const legend = shownLegend(trials, settings);
  if (legend === null || trials.colorBy === null) return [];
  return layersOf(legend, trials.titleOf(trials.colorBy));
}
