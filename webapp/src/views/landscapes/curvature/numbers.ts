/** The table of the curvature: ends, trace and ratio of each run's Hessian, with their errors. */

import { withError } from "../readout";
import type { NumbersColumn, NumbersTableRow } from "../table/types";
import type { CurvatureRow } from "./model";
import { t } from "./texts";

export function columns(): NumbersColumn[] {
  return [
    { key: "max", name: t("max"), hint: t("maxHint") },
    { key: "min", name: t("min"), hint: t("minHint") },
    { key: "ratio", name: t("ratio"), hint: t("ratioHint") },
    { key: "trace", name: t("trace"), hint: t("traceHint") },
    { key: "samples", name: t("samples") },
  ];
}

export function cellsOf(row: CurvatureRow): NumbersTableRow["cells"] {
  const cells = {
    max: withError(row.max, row.maxError),
    min: withError(row.min, row.minError),
    ratio: withError(row.ratio),
    trace: withError(row.trace, row.traceError),
    samples: withError(row.samples),
  };
  return new Map(Object.entries(cells).map(([key, text]) => [key, { text }]));
}
