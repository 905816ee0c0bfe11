/** Columns of one group that stand beside each other have a common head. */

import type { TableGroup } from "../../../lib/table/types";
import type { ColumnSpec } from "./spec";

export interface ColumnBand {
  readonly key: string;
  readonly group: TableGroup;
  readonly left: number;
  readonly width: number;
  /** Number of its columns. */
  readonly count: number;
}

export function bandsOf(specs: readonly ColumnSpec[]): readonly ColumnBand[] {
  const bands: ColumnBand[] = [];
  for (const { column, left, width } of specs) {
    const last = bands.at(-1);
    if (last?.group === column.group) {
      bands[bands.length - 1] = { ...last, width: last.width + width, count: last.count + 1 };
    } else bands.push({ key: column.key, group: column.group, left, width, count: 1 });
  }
  return bands;
}
