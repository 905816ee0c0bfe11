/** Names of models, and what is added to the name of a landscape where another one has the same. */

import type { LandscapeSummary } from "../../api/landscapes";
import { apartOf } from "./repeats";
import { t } from "./texts";

/** The model's own place, and models without a name of their own, as our records call them. */
export function markName(name: string): string {
  const n = /^model (\d+)$/.exec(name)?.[1];
  if (n !== undefined) return t("modelNumber", { n });
  const last = /^mean of the last (\d+)$/.exec(name)?.[1];
  if (last !== undefined) return t("meanOfLast", { n: last });
  return /^cent(er|re)$/i.test(name) ? t("center") : name;
}

export function seedText(seed: number | null): string {
  return seed === null ? t("noSeed") : t("withSeed", { seed });
}

/** `seed 7`, `41 × 41`, both, or nothing. */
export function apartTexts(summary: LandscapeSummary, all: readonly LandscapeSummary[]): string[] {
  const { seed, size, id } = apartOf(summary, all);
  return [seed === null ? null : seedText(seed), size, id].filter((each) => each !== null);
}
