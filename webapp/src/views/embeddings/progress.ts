/** How far a projection is, in words. */

import type { Projection } from "../../api/projections";
import { t } from "./texts";

export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** @param iterations - of t-SNE, in all. */
export function progressText(projection: Projection, iterations: number): string {
  const { state, ahead, iteration, done } = projection;
  if (state === "queued") return t("queued", { n: ahead });
  if (iteration !== null) return t("iteration", { i: iteration, n: iterations });
  return done === 0 ? t("preparing") : t("working", { percent: percent(done) });
}
