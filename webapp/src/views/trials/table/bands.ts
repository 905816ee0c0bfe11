/** Columns of one group that stand beside each other have a common head. */

import type { TableGroup } from "../../../lib/table/types";
import type { TrialsTableSpec } from "./spec";

export interface TrialsTableBand {
  readonly key: string;
  readonly group: TableGroup;
  readonly left: number;
  readonly width: number;
  /** Of its columns. */
  readonly count: number;
}

export function bandsOf(specs: readonly TrialsTableSpec[]): readonly TrialsTableBand[] {
  const bands: TrialsTableBand[] = [];
  for (const { column, left, width } of specs) {
    const last = bands.at(-1);
    if (last?.group === column.group) {
      bands[bands.length - 1] = { ...last, width: last.width + width, count: last.count + 1 };
    } else bands.push({ key: column.key, group: column.group, left, width, count: 1 });
  }
  return bands;
}
