/** How columns are called in the user's language. */

import { parseMetricKey } from "../../../lib/table/keys";
import type { Column } from "../../../lib/table/types";
import { t } from "../texts";

const runNames = [
  "name",
  "state",
  "outcome",
  "step",
  "duration",
  "energy_kwh",
  "gpu_hours",
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

/** `loss (min)`; the tag alone for its last value. */
export function titleOfMetric(key: string, tag: string): string {
  const choice = parseMetricKey(key);
  if (choice === undefined || choice.take === "last") return tag;
  const { take } = choice;
  if (take === "at") return `${tag} (${t("atStep", { step: String(choice.step) })})`;
  return `${tag} (${take === "best" ? t("whereBest", { by: choice.by }) : t(`take.${take}`)})`;
}

/** @param key - of a column of the run itself, such as `r:step`. */
export function runTitle(key: string): string {
  const known = runNames.find((name) => key === `r:${name}`);
  return known === undefined ? key : t(`column.${known}`);
}

export function columnTitle({ group, key, name }: Column): string {
  return group === "run" ? runTitle(key) : name;
}
