/** Charts that are kept by name: with the logs, or by this browser. */

import { compareWords } from "../../lib/natural";
import { annotations } from "../../state/annotations.svelte";
import { plainChart, readChart } from "../../cards/composition/codec";
import type { Chart } from "../../cards/composition/model";

export const longestName = 200;

export interface Saved {
  readonly name: string;
  /** null: what is kept is no chart, or one that a later version wrote. */
  readonly chart: Chart | null;
}

/** By name. Reactive. */
export function savedCharts(): readonly Saved[] {
  return [...annotations.charts]
    .map(([name, value]) => ({ name, chart: readChart(value, 0) }))
    .sort((one, other) => compareWords(one.name, other.name));
}

/** @returns whether it is kept; `annotations.error` says why not. */
export function saveAs(name: string, chart: Chart): Promise<boolean> {
  return annotations.setChart(name, plainChart({ ...chart, title: chart.title || name }));
}

export function forget(name: string): Promise<boolean> {
  return annotations.setChart(name, null);
}
