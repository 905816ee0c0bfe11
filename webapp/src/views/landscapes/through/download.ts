/** Numbers of each snapshot as rows of a file, with every digit. The first row has the titles. */

import type { FileRows } from "../files";
import type { SnapshotNumbers } from "./model";

const titles = {
  step: "step",
  loss: "loss",
  top: "top_eigenvalue",
  topError: "top_eigenvalue_uncertainty",
  edge: "2_over_learning_rate",
  critical: "critical_sharpness",
  criticalError: "critical_sharpness_uncertainty",
  trace: "trace",
  traceError: "trace_uncertainty",
} as const satisfies Record<keyof SnapshotNumbers, string>;

export function numberRows(numbers: readonly SnapshotNumbers[]): FileRows {
  const keys = Object.keys(titles) as (keyof SnapshotNumbers)[];
  const rows = numbers.map((each) =>
    keys.map((key) => (Number.isNaN(each[key]) ? undefined : each[key])),
  );
  return [keys.map((key) => titles[key]), ...rows];
}
