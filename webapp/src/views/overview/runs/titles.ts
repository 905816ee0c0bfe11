/** How columns are called in the user's language. */

import { parseMetricKey } from "../../../lib/table/keys";
import type { Column, MetricChoice } from "../../../lib/table/types";
import type { OverviewSpec } from "./specs";
import { t } from "../texts";

const runNames = [
  "name",
  "state",
  "outcome",
  "step",
  "duration",
  "started",
  "updated",
  "picture",
  "diverged",
  "damaged",
  "gaps",
  "hangs",
  "labels",
  "note",
] as const;

/** `loss (min)`. */
function titleOfMetric(choice: MetricChoice): string {
  if (choice.take === "at") return `${choice.tag} (${t("atStep", { step: String(choice.step) })})`;
  return `${choice.tag} (${choice.take === "best" ? t("whereBest", { by: choice.by }) : t(`take.${choice.take}`)})`;
}

/** @param key - of a column of the run itself, such as `r:step`. */
export function runTitle(key: string): string {
  const known = runNames.find((name) => key === `r:${name}`);
  return known === undefined ? key : t(`column.${known}`);
}

export function titleOf(spec: OverviewSpec): string {
  if (spec.what === "metric") {
    const choice = parseMetricKey(spec.key);
    return choice === undefined || choice.take === "last" ? spec.tag : titleOfMetric(choice);
  }
  return spec.what === "hparam" ? spec.column.name : runTitle(spec.key);
}

export function columnTitle({ group, key, name }: Column): string {
  return group === "run" ? runTitle(key) : name;
}
