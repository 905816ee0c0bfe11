/** Advice in the page's language: its rule's sentence with its numbers. */

import type { ProfileAdvice } from "../../api/profiles";
import { formatBytes } from "../../lib/format";
import type { Params } from "../../lib/messages/messages";
import { i18n } from "../../state/i18n.svelte";
import { t } from "./texts";

const RULES = {
  data: "adviceData",
  idle: "adviceIdle",
  communication: "adviceCommunication",
  short_kernels: "adviceShortKernels",
  synchronization: "adviceSynchronization",
  pageable: "advicePageable",
  optimizer: "adviceOptimizer",
  garbage: "adviceGarbage",
  memory: "adviceMemory",
  growth: "adviceGrowth",
  warm_up: "adviceWarmUp",
  uneven: "adviceUneven",
  one_operator: "adviceOneOperator",
  small_operators: "adviceSmallOperators",
} as const satisfies Readonly<Record<string, Parameters<typeof t>[0]>>;

/** A text with whatever the server has sent for it. */
const sentence = t as (key: (typeof RULES)[keyof typeof RULES], values: Params) => string;

function isRule(rule: string): rule is keyof typeof RULES {
  return Object.hasOwn(RULES, rule);
}

/** A number or name of an advice, as its sentence writes it. */
function written(name: string, value: unknown): string | number | null {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return null;
  if (name === "share" || name.endsWith("_share") || name === "busy" || name === "filled") {
    return `${Math.round(100 * value)} %`;
  }
  if (name === "bytes") return formatBytes(value);
  if (name === "times") return value.toFixed(1);
  return name === "step" || name === "device" ? String(value) : value;
}

/** The server's own sentence is in English, and the one of a rule that this page does not know. */
export function adviceText({ rule, values, text }: ProfileAdvice): string {
  if (i18n.language === "en" || !isRule(rule)) return text;
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const known = written(name, value);
    if (known !== null) params[name] = known;
  }
  const said = sentence(RULES[rule], params);
  // A sentence with a gap says less than the English one.
  if (/\{\w+\}/.test(said)) return text;
  if (rule !== "data") return said;
  return `${said}${t(values.workers === 0 ? "adviceNoWorkers" : "adviceMoreWorkers")}`;
}
