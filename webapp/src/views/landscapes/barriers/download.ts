/** Barriers and lines as rows of files, with every digit. The first row of each has the titles. */

import type { Landscape } from "../../../api/landscapes";
import type { FileRows } from "../files";
import { isScore } from "../lines/model";
import { heightOf, lineOf, pairsOf, waysOf } from "./model";

/** One row for each line; empty: not computed yet. */
export function barrierRows(landscape: Landscape): FileRows {
  const { metrics } = landscape;
  const rows = linesIn(landscape).map(({ names, pair, aligned }) => [
    ...names,
    String(aligned),
    ...metrics.map((metric) => {
      const height = heightOf(landscape, metric, pair, { aligned, falls: isScore(metric) });
      return height === "waiting" ? undefined : height === "nan" ? NaN : height;
    }),
  ]);
  return [["first", "second", "aligned", ...metrics], ...rows];
}

/** One row for each point of each line. */
export function pointRows(landscape: Landscape): FileRows {
  const { metrics, x } = landscape;
  const rows = linesIn(landscape).flatMap(({ names, pair, aligned }) => {
    const lines = metrics.map((metric) => lineOf(landscape, metric, pair, aligned));
    return Array.from(x, (t, i) => [
      ...names,
      String(aligned),
      t,
      ...lines.map((line) => (line?.done[i] === 1 ? line.values[i] : undefined)),
    ]);
  });
  return [["first", "second", "aligned", "t", ...metrics], ...rows];
}

function linesIn(landscape: Landscape) {
  const { models } = landscape.settings;
  const ways = waysOf(landscape);
  return [false, true].flatMap((aligned) =>
    (aligned ? ways.aligned : ways.plain)
      ? pairsOf(models.length).map((pair) => ({
          names: [models[pair.first], models[pair.second]],
          pair,
          aligned,
        }))
      : [],
  );
}
