/** Importance as bars, and what has to be said about it. */

import type {
  ImportanceAdvice,
  HparamImportance,
  Importance,
  Interaction,
} from "../../../api/importance";
import type { Bar } from "../../../charts/bars/types";
import { compareWords } from "../../../lib/natural";
import { shortNumber } from "../../../lib/numbers";
import type { t } from "./texts";

/** The texts of the charts in the present language. */
export type ChartTexts = typeof t;

/** The most important first; those without a number last, by name. */
export function barsOf({ hparams }: Importance, say: ChartTexts): Bar[] {
  const sorted = [...hparams].sort(
    (one, other) =>
      (other.importance ?? -Infinity) - (one.importance ?? -Infinity) ||
      Math.abs(other.correlation ?? 0) - Math.abs(one.correlation ?? 0) ||
      compareWords(one.name, other.name),
  );
  return sorted.map((each) => {
    const value = valueText(each, say);
    const rho = each.correlation === null ? "–" : signed(each.correlation);
    const p = each.p_value === null ? "–" : pText(each.p_value);
    return {
      key: each.name,
      title: each.name,
      value: each.importance ?? NaN,
      spread: each.spread ?? NaN,
      texts: [value, rho, p, String(each.distinct)],
      label: say("barLabel", { name: each.name, value, rho, p }),
    };
  });
}

function valueText({ importance, spread, distinct }: HparamImportance, say: ChartTexts): string {
  if (distinct <= 1) return say("constant");
  if (importance === null) return "–";
  return rounded(importance) + (spread === null ? "" : ` ± ${spread.toFixed(2)}`);
}

/** Two decimals, and no zero below zero. */
export function rounded(value: number): string {
  const digits = Math.abs(value).toFixed(2);
  return value < 0 && digits !== "0.00" ? `−${digits}` : digits;
}

/** With a sign, and a minus as long as the plus is wide. */
export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(2);
  return digits === "0.00" ? digits : (value < 0 ? "−" : "+") + digits;
}

/** Below what any list of trials can show, its size says no more. */
export function pText(p: number): string {
  return p < 1e-12 ? "< 1e-12" : shortNumber(p, 2);
}

const sentences = {
  too_few: "tooFew",
  few: "few",
  no_skill: "noSkill",
  constant_metric: "constantMetric",
  no_hparams: "noHparams",
  sampled: "sampled",
  ranks: "ranks",
} as const satisfies Readonly<Record<ImportanceAdvice, Parameters<ChartTexts>[0]>>;

export function adviceTexts(
  { advice, trials, used, without_metric }: Importance,
  say: ChartTexts,
): string[] {
  return advice.map((each) => say(sentences[each], { used, n: trials - without_metric }));
}

/**
 * Which trials the numbers do not stand on; null: they stand on all.
 * @param partial - how many were not asked about, since they were pruned or failed.
 */
export function leftOutText(
  { without_metric }: Importance,
  partial: number,
  say: ChartTexts,
): string | null {
  if (partial === 0)
    return without_metric === 0 ? null : say("withoutMetric", { n: without_metric });
  if (without_metric === 0) return say("partial", { n: partial });
  return say("partialAndWithoutMetric", { partial, n: without_metric });
}

/** Advice with which the numbers are hardly worth a look. */
export function isWorthless({ advice }: Importance): boolean {
  return advice.some((each) => !["sampled", "few", "ranks"].includes(each));
}

const mostPairs = 5;
const leastInteraction = 0.01;

/** The strongest, and only those that stand out of their own spread. */
export function strongPairs({ pairs }: Importance): Interaction[] {
  return pairs
    .filter(
      ({ interaction, spread }) => interaction >= leastInteraction && interaction > (spread ?? 0),
    )
    .sort((one, other) => other.interaction - one.interaction)
    .slice(0, mostPairs);
}
