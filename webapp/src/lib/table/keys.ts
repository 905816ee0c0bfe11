/** Names of columns in links and settings. */

import type { TableGroup, MetricChoice } from "./types";

const prefixes: Readonly<Record<TableGroup, string>> = {
  run: "r",
  hparams: "h",
  metrics: "m",
  lineage: "l",
  environment: "e",
  data: "d",
};

/** `h:lr`. */
export function columnKey(group: Exclude<TableGroup, "metrics">, name: string): string {
  return `${prefixes[group]}:${name}`;
}

/** `m:last:loss/test`, `m:at:100:loss/test`, `m:max-of:accuracy:loss/test`. */
export function metricKey(choice: MetricChoice): string {
  const { tag, take } = choice;
  if (take === "at") return `m:at:${choice.step}:${tag}`;
  // A tag may hold a colon: only what comes last may be any text.
  if (take === "best") return `m:${choice.goal}-of:${encodeURIComponent(choice.by)}:${tag}`;
  return `m:${take}:${tag}`;
}

/** What a key of a metric's column says; undefined for any other text. */
export function parseMetricKey(key: string): MetricChoice | undefined {
  const plain = /^m:(last|min|max|mean):(.*)$/s.exec(key);
  if (plain !== null) {
    return { tag: plain[2] ?? "", take: plain[1] as "last" | "min" | "max" | "mean" };
  }
  const at = /^m:at:(-?\d+):(.*)$/s.exec(key);
  if (at !== null) {
    const step = Number(at[1]);
    return Number.isSafeInteger(step) ? { tag: at[2] ?? "", take: "at", step } : undefined;
  }
  const best = /^m:(min|max)-of:([^:]*):(.*)$/s.exec(key);
  if (best === null) return undefined;
  try {
    const by = decodeURIComponent(best[2] ?? "");
    return { tag: best[3] ?? "", take: "best", by, goal: best[1] as "min" | "max" };
  } catch {
    return undefined;
  }
}
