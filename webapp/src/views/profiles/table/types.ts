/** Columns of tables of a profile: their rows are places in columns. */

import type { TableColumn } from "../../../cards/table/column";

/** What stands in one column: texts, or numbers of which NaN is unknown. */
export type ProfileValues = readonly string[] | Float64Array;

export type ProfileColumn = TableColumn<number>;

/** A column that is read from the values of a profile. */
export function fromValues(values: ProfileValues): Pick<ProfileColumn, "value" | "isText"> {
  return {
    value: (row) => values[row] ?? (values instanceof Float64Array ? NaN : ""),
    isText: !(values instanceof Float64Array),
  };
}
