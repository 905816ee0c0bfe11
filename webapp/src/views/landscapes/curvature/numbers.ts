/** The table of the curvature: ends, trace and ratio of each run's Hessian, with their errors. */

import { shortNumber } from "../../../lib/numbers";
import type { Cell, Column, TableRow } from "../table/types";
import type { CurvatureRow } from "./model";
import { t } from "./texts";

export function columns(): Column[] {
  return [
    { key: "max", name: t("max"), hint: t("maxHint") },
    { key: "min", name: t("min"), hint: t("minHint") },
    { key: "ratio", name: t("ratio"), hint: t("ratioHint") },
    { key: "trace", name: t("trace"), hint: t("traceHint") },
    { key: "samples", name: t("samples") },
  ];
}

export function cellsOf(told: CurvatureRow): TableRow["cells"] {
  const cells: Record<string, Cell> = {
    max: withError(told.max, told.maxError),
    min: withError(told.min, told.minError),
    ratio: withError(told.ratio, NaN),
    trace: withError(told.trace, told.traceError),
    samples: withError(told.samples, NaN),
  };
  return new Map(Object.entries(cells));
}

/** NaN: not known. */
function withError(value: number, error: number): Cell {
  if (Number.isNaN(value)) return { text: "–" };
  const bar = Number.isNaN(error) ? "" : ` ± ${shortNumber(error, 2)}`;
  return { text: `${shortNumber(value)}${bar}` };
}
