/** Words for what a landscape is of: moments, intervals, holes, axes, warnings. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import type { Holes } from "../../../lib/landscape/holes";
import { shortNumber } from "../../../lib/numbers";
import { isFrame } from "../model";
import type { Interval } from "./model";
import type { Warning } from "./notes";
import { t } from "./texts";

/** `Epoch 3` or `Step 300`. */
export function momentText(step: number, unit: string | null): string {
  return t(unit === "epoch" ? "epochAt" : "nthStepTitle", { step });
}

/** Named one by one; of more than these the rest is counted. */
const mostNamed = 8;

/** `steps 2, 5` */
export function momentsText(steps: readonly number[], unit: string | null): string {
  const named = steps.slice(0, mostNamed).map(String).join(t("comma"));
  const key = unit === "epoch" ? "epochsList" : "stepsList";
  const text = t(key, { steps: named, n: steps.length });
  const rest = steps.length - mostNamed;
  return rest > 0 ? t("andMore", { text, n: rest }) : text;
}

/** The interval of its path, or its step. */
export function whenText({ settings, step }: LandscapeSummary | Landscape): string {
  const { interval, unit } = settings;
  if (interval !== null && !isFrame({ settings })) return intervalText(interval, unit);
  return t(unit === "epoch" ? "atEpoch" : "nthStep", { step });
}

/** `steps 0–30` */
export function intervalText([first, last]: Interval, unit: string | null): string {
  return t(unit === "epoch" ? "epochs" : "steps", { first, last });
}

/** Parts with dots between them; what an earlier part says already is left out. */
export function titleOf(parts: readonly string[]): string {
  const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const said = new Set<string>();
  return parts
    .filter((part) => {
      const isNew = wordsOf(part).some((word) => !said.has(word));
      for (const word of wordsOf(part)) said.add(word);
      return isNew;
    })
    .join(" · ");
}

/** `9 NaN, 2 +∞` */
export function holesText({ nan, positive, negative }: Holes): string {
  return (
    [
      [nan, "NaN"],
      [positive, "+∞"],
      [negative, "-∞"],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}

export function holeCount({ nan, positive, negative }: Holes): number {
  return nan + positive + negative;
}

/** @param share - from 0 to 1. */
export function percentText(share: number): string {
  return (100 * share).toFixed(1);
}

/** The name of an axis. @param n - 1 or 2. */
export function axisText({ directions }: Landscape, n: 1 | 2): string {
  const { kind, explained, eigenvalues } = directions;
  if (kind === "pca") {
    const share = explained[n - 1];
    if (share === undefined) return t("pc", { n });
    return t("pcExplained", { n, percent: percentText(share) });
  }
  if (kind === "hessian") {
    const value = eigenvalues[n - 1];
    if (value === undefined) return t("eigenvector", { n });
    return t("eigenvectorValue", { n, value: shortNumber(value, 4) });
  }
  return t(kind === "random" ? "random" : "axis", { n });
}

/** @param unit - of the steps. */
export function warningText(warning: Warning, unit: string | null): string {
  const short = (value: number): string => shortNumber(value, 3);
  switch (warning.kind) {
    case "variance":
      return t("variance", { percent: percentText(warning.share) });
    case "residual":
      return t("far", { most: short(warning.most), extent: short(warning.extent) });
    case "loss": {
      const at = momentText(warning.step, unit).toLowerCase();
      return t("wrong", { at, own: short(warning.own), plane: short(warning.plane) });
    }
    case "changed":
      return t("changed");
    case "leftOut": {
      const { steps } = warning;
      return t("leftOutNote", { n: steps.length, at: momentsText(steps, unit) });
    }
    case "few":
      return t("few", { n: warning.snapshots });
  }
}
