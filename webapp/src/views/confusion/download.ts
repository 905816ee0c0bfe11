/** A matrix as files. */

import type { Confusion } from "../../api/confusion";
import { cellOf } from "../../lib/table/cell";

/** A row for each true class, a column for each predicted one; as RFC 4180 has it. */
export function matrixCsv({ names, counts }: Confusion): string {
  const rows = names.map((name, i) => {
    const own = counts.subarray(i * names.length, (i + 1) * names.length);
    return [cellOf(name), ...own].join(",");
  });
  return [["true\\predicted", ...names].map((name) => cellOf(name)).join(","), ...rows, ""].join(
    "\r\n",
  );
}

export function matrixJson(matrix: Confusion, run: string): string {
  const { names, counts, tag, step, walltime } = matrix;
  const rows = names.map((_, i) => [...counts.subarray(i * names.length, (i + 1) * names.length)]);
  return JSON.stringify({ run, tag, step, walltime, class_names: names, counts: rows }, null, 1);
}
