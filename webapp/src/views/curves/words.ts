/** Numbers of curves as text, and what each kind calls them. */

import type { Curve, CurveKind } from "../../api/curves";
import { formatCount } from "../../lib/format";
import { shortNumber } from "../../lib/numbers";
import { undrawn, type CountsAtThreshold } from "./model";
import { t } from "./texts";

/** A share, an area: four digits behind the point distinguish curves. */
export function share(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(4);
}

/** A number of samples, or a sum of their weights. */
export function amount(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : shortNumber(value, 6);
}

export function thresholdText(value: number): string {
  return value === Infinity ? "∞" : shortNumber(value, 5);
}

/** A column of a table of points: its head, and what it says of a point. */
export interface CurveColumn {
  readonly head: string;
  readonly text: (at: CountsAtThreshold) => string;
}

const counts: readonly CurveColumn[] = [
  { head: "TP", text: ({ tp }) => amount(tp) },
  { head: "FP", text: ({ fp }) => amount(fp) },
  { head: "TN", text: ({ tn }) => amount(tn) },
  { head: "FN", text: ({ fn }) => amount(fn) },
];

/** Columns that describe a point of a curve of that kind. */
export function columnsOf(kind: CurveKind): readonly CurveColumn[] {
  const threshold = {
    head: t("threshold"),
    text: (at: CountsAtThreshold) => thresholdText(at.threshold),
  };
  const shares: readonly CurveColumn[] =
    kind === "pr_curve"
      ? [
          { head: t("precision"), text: ({ precision }) => share(precision) },
          { head: t("recall"), text: ({ recall }) => share(recall) },
        ]
      : [
          { head: t("shortFpr"), text: ({ fpr }) => share(fpr) },
          { head: t("shortTpr"), text: ({ recall }) => share(recall) },
        ];
  return [threshold, ...shares, ...counts];
}

/** Those of a threshold that was chosen: also what its decisions are worth. */
export function columnsAtThreshold(kind: CurveKind): readonly CurveColumn[] {
  const [threshold, ...others] = columnsOf(kind);
  const worth: readonly CurveColumn[] = [
    { head: "F1", text: ({ f1 }) => share(f1) },
    { head: t("accuracy"), text: ({ accuracy }) => share(accuracy) },
  ];
  const ahead = threshold === undefined ? [] : [threshold];
  return [...ahead, ...others.slice(0, 2), ...worth, ...others.slice(2)];
}

/** Why a curve can't be drawn, in words; null if it can. */
export function undrawnText(kind: CurveKind, curve: Curve): string | null {
  const why = undrawn(kind, curve);
  if (why === "noPositives") return t(kind === "roc_curve" ? "noPositivesRoc" : why);
  return why === null ? null : t(why);
}
