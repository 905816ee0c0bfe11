/** Filters and lanes in words. */

import { valueText } from "../../../charts/rows/scale";
import { shortNumber } from "../../../lib/numbers";
import type { Filter } from "../../../lib/table/types";
import { t } from "./texts";

/** In the order of `lanes`. */
export function laneNames(): readonly string[] {
  return ["+∞", "−∞", "≤ 0", "NaN", t("text"), t("missing")];
}

/** `1e-4 to 0.01`, `adam, sgd, missing`. */
export function filterText(filter: Filter): string {
  if (filter.kind === "range") {
    return t("range", { from: shortNumber(filter.from), to: shortNumber(filter.to) });
  }
  const values = filter.values.map(valueText);
  return [...values, ...(filter.missing ? [t("missing")] : [])].join(", ");
}

/** `12 of 60 trials`. */
export function countText(drawn: Int32Array, inside: Uint8Array): string {
  const n = drawn.length;
  const within = insideOf(drawn, inside);
  return within === n ? t("countedTrials", { n }) : t("counted", { inside: within, n });
}

export function insideOf(drawn: Int32Array, inside: Uint8Array): number {
  return drawn.reduce((count, row) => count + (inside[row] ?? 0), 0);
}
