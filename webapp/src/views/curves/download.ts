/** The curves that a chart shows, as files: every stored point. */

import type { Curve, CurveKind } from "../../api/curves";
import { cellOf } from "../../lib/table/cell";
import { confusionAt, type CountsAtThreshold } from "./model";

const counts = ["threshold", "tp", "fp", "tn", "fn"] as const;
const shares: Readonly<Record<CurveKind, readonly (keyof CountsAtThreshold)[]>> = {
  pr_curve: ["precision", "recall"],
  roc_curve: ["fpr", "recall"],
};
/** In the words of the kind. */
const words = { pr_curve: ["precision", "recall"], roc_curve: ["fpr", "tpr"] } as const;

/** One row for each point; with a header, as RFC 4180 has it. */
export function pointsCsv(
  kind: CurveKind,
  curves: readonly Curve[],
  nameOf: (run: string) => string,
): string {
  const rows = [["run", "tag", "step", "walltime", ...counts, ...words[kind]].join(",")];
  for (const curve of curves) {
    const place = [nameOf(curve.run), curve.tag, curve.step, curve.walltime].map((value) =>
      cellOf(value),
    );
    for (let i = 0; i < curve.threshold.length; i++) {
      const at = confusionAt(curve, i);
      rows.push([...place, ...[...counts, ...shares[kind]].map((name) => at[name])].join(","));
    }
  }
  return rows.join("\r\n") + "\r\n";
}

/** One object for each curve; what JSON has no number for is written as a string. */
export function curvesJson(
  kind: CurveKind,
  curves: readonly Curve[],
  nameOf: (run: string) => string,
): string {
  const plain = (_key: string, value: unknown): unknown => {
    if (value instanceof Float64Array) return [...value];
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  };
  return JSON.stringify(
    curves.map((curve) => ({ ...curve, kind, run: nameOf(curve.run) })),
    plain,
    1,
  );
}
