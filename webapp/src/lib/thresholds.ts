/** Thresholds of values: as data, as what is kept and comes from outside, as ranges, as text. */

import { fullNumber, typedNumber } from "./numbers";

export type ThresholdOperator = "less" | "greater";
export type Join = "or" | "and";

/** How urgent it is when a value is in the range. */
export type ThresholdAlert = "info" | "warn" | "error";

/** Which values are meant: neither bound itself is. Both bounds are finite. */
export type Threshold = Range & {
  /** The server reports values in the range; none: it does not. */
  readonly alert?: ThresholdAlert;
};

/** What is kept for a tag: a threshold, whether a new best value is reported, or both. */
export type KeptThreshold =
  (Threshold & { readonly best?: ThresholdAlert }) | { readonly best: ThresholdAlert };

type Range =
  | { readonly less: number; readonly greater?: undefined; readonly join?: undefined }
  | { readonly greater: number; readonly less?: undefined; readonly join?: undefined }
  | {
      readonly greater: number;
      readonly less: number;
      /** "and": between `greater` and `less`; "or": outside of `less` and `greater`. */
      readonly join: Join;
    };

const ownKeys: ReadonlySet<string> = new Set(["less", "greater", "join", "alert", "best"]);

const isBound = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** @returns null if it is no threshold: broken, or written by a version that knows more. */
export function thresholdOf(kept: unknown): Threshold | null {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return null;
  if (Object.keys(kept).some((key) => !ownKeys.has(key))) return null;
  const { alert, best, ...range } = kept as Readonly<Record<string, unknown>>;
  if (best !== undefined && !isAlert(best)) return null;
  const meant = rangeOf(range);
  if (meant === null || alert === undefined) return meant;
  return isAlert(alert) ? { ...meant, alert } : null;
}

/** @returns how urgent it is that a value is the best so far; null if nobody wants to hear of it, or it can't be read. */
export function bestOf(kept: unknown): ThresholdAlert | null {
  if (typeof kept !== "object" || kept === null || !("best" in kept)) return null;
  const isAlone = Object.keys(kept).length === 1;
  return isAlert(kept.best) && (isAlone || thresholdOf(kept) !== null) ? kept.best : null;
}

const isAlert = (value: unknown): value is ThresholdAlert =>
  value === "info" || value === "warn" || value === "error";

function rangeOf({ less, greater, join }: Readonly<Record<string, unknown>>): Range | null {
  if (join === undefined) {
    if (isBound(less) && greater === undefined) return { less };
    return isBound(greater) && less === undefined ? { greater } : null;
  }
  if (!isBound(less) || !isBound(greater) || (join !== "or" && join !== "and")) return null;
  return isInOrder(greater, less, join) ? { greater, less, join } : null;
}

/** Otherwise "and" would mean no value, and "or" every one. */
function isInOrder(greater: number, less: number, join: Join): boolean {
  return join === "or" ? greater >= less : greater < less;
}

/** Open intervals, rising. */
export function rangesOf({
  less = Infinity,
  greater = -Infinity,
  join = "and",
}: Threshold): readonly (readonly [number, number])[] {
  if (join === "and") return [[greater, less]];
  return [
    [-Infinity, less],
    [greater, Infinity],
  ];
}

/** What a chart draws of it; none without a threshold. */
export function highlightsOf(
  threshold: Threshold | null,
): readonly { readonly range: readonly [number, number] }[] {
  return threshold === null ? [] : rangesOf(threshold).map((range) => ({ range }));
}

/** NaN is in none; an infinite value is, where its side is open. */
export function isWithin(threshold: Threshold, value: number): boolean {
  const { less, greater, join } = threshold;
  const isLess = less !== undefined && value < less;
  const isGreater = greater !== undefined && value > greater;
  return join === "and" ? isLess && isGreater : isLess || isGreater;
}

/** `(-∞, 1.5)`, `(0.2, 1.5)`, `(-∞, 0.2) ∪ (1.5, ∞)`. */
export function thresholdText(threshold: Threshold): string {
  const end = (value: number): string => (value === Infinity ? "∞" : fullNumber(value));
  return rangesOf(threshold)
    .map(([low, high]) => `(${end(low)}, ${end(high)})`)
    .join(" ∪ ");
}

// --- what is typed

export interface TypedCondition {
  readonly operator: ThresholdOperator;
  readonly text: string;
}

/** A threshold while it is written. */
export interface Draft {
  readonly first: TypedCondition;
  /** null: there is no second condition. */
  readonly join: Join | null;
  readonly second: TypedCondition;
}

export type ValueProblem = "missing" | "notNumber" | "infinite";
export type PairProblem = "sameOperator" | "orOrder" | "andOrder";

/** What is wrong, and with which part; a threshold if nothing is. */
export interface Checked {
  readonly threshold: Threshold | null;
  readonly first: ValueProblem | null;
  readonly second: ValueProblem | null;
  readonly pair: PairProblem | null;
}

function valueOf(text: string): { readonly value: number; readonly problem: ValueProblem | null } {
  const value = typedNumber(text);
  if (value === null) return { value: NaN, problem: "missing" };
  if (Math.abs(value) === Infinity) return { value, problem: "infinite" };
  return { value, problem: Number.isNaN(value) ? "notNumber" : null };
}

export function checked({ first, join, second }: Draft): Checked {
  const one = valueOf(first.text);
  const values = { threshold: null, first: one.problem, second: null, pair: null };
  if (join === null) {
    if (one.problem !== null) return values;
    const { value } = one;
    return {
      ...values,
      threshold: first.operator === "less" ? { less: value } : { greater: value },
    };
  }
  const other = valueOf(second.text);
  const both = { ...values, second: other.problem };
  if (first.operator === second.operator) return { ...both, pair: "sameOperator" };
  if (one.problem !== null || other.problem !== null) return both;
  const [less, greater] =
    first.operator === "less" ? [one.value, other.value] : [other.value, one.value];
  if (!isInOrder(greater, less, join)) {
    return { ...both, pair: join === "or" ? "orOrder" : "andOrder" };
  }
  return { ...both, threshold: { greater, less, join } };
}

/** A threshold as it would be typed; a blank draft for none. */
export function draftOf(threshold: Threshold | null): Draft {
  const { less, greater, join = null } = threshold ?? { less: undefined, greater: undefined };
  const below: TypedCondition = { operator: "less", text: less === undefined ? "" : String(less) };
  const above: TypedCondition = {
    operator: "greater",
    text: greater === undefined ? "" : String(greater),
  };
  // In the order of the number line.
  const isAboveFirst = join === "and" || (less === undefined && greater !== undefined);
  const [first, second] = isAboveFirst ? [above, below] : [below, above];
  return { first, join, second };
}
