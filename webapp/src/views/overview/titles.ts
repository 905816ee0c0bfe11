/** How columns are called in the user's language. */

import type { Column } from "../../lib/table/types";
import type { Spec } from "./specs";
import { t } from "./texts";

const runNames = [
  "name",
  "state",
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

/** @param key - of a column of the run itself, such as `r:step`. */
export function runTitle(key: string): string {
  const known = runNames.find((name) => key === `r:${name}`);
  return known === undefined ? key : t(`column.${known}`);
}

export function titleOf(spec: Spec): string {
  if (spec.what === "metric") return spec.tag;
  return spec.what === "hparam" ? spec.column.name : runTitle(spec.key);
}

export function columnTitle({ group, key, name }: Column): string {
  return group === "run" ? runTitle(key) : name;
}
