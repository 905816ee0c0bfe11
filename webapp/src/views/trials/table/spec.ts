/** A column as its cells need it: where it is, and how it is written. */

import { isNumeric, type Write } from "../../../lib/table/cells";
import type { Column } from "../../../lib/table/types";
import { writeOf } from "../titles";

export interface ColumnSpec {
  readonly column: Column;
  /** Place among all columns, from 0. */
  readonly place: number;
  readonly left: number;
  readonly width: number;
  readonly write: Write;
  /** Numbers stand at the right. */
  readonly isNumeric: boolean;
  /** Whether its cells are tinted with the colors of their rows. */
  readonly isTinted: boolean;
}

export function specsOf(
  columns: readonly Column[],
  first: number,
  edges: Float64Array,
  tinted: string | null,
): readonly ColumnSpec[] {
  return columns.map((column, i) => ({
    column,
    place: first + i,
    left: edges[i] as number,
    width: (edges[i + 1] as number) - (edges[i] as number),
    write: writeOf(column),
    isNumeric: isNumeric(column),
    isTinted: column.key === tinted,
  }));
}
