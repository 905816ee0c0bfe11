/** Columns for tests. */

import { cells } from "../../../charts/rows/testing";
import type { Column, Value } from "../../../lib/table/types";

/** A hyperparameter with these values; undefined for a missing one. */
export function hparam(name: string, values: readonly (Value | undefined)[]): Column {
  return { key: `h:${name}`, group: "hparams", name, detail: null, ...cells(values) };
}
