/** Columns by the names that a query has for them. */

import { metricKey } from "./keys";
import type { Take } from "./parse";
import type { Column, TableGroup } from "./types";

/** Where several columns have a name, the first of these groups is meant. */
const byUse: readonly TableGroup[] = [
  "hparams",
  "metrics",
  "lineage",
  "data",
  "environment",
  "run",
];

export class Lookup {
  readonly #byKey: ReadonlyMap<string, Column>;
  readonly #byName = new Map<string, Column>();

  constructor(columns: readonly Column[]) {
    this.#byKey = new Map(columns.map((column) => [column.key, column]));
    for (const group of byUse) {
      for (const column of columns) {
        if (column.group !== group) continue;
        const isPlain = column.detail === null || column.detail.take === "last";
        for (const name of [column.name, `${group}:${column.name}`]) {
          const known = this.#byName.get(name);
          // Of the numbers of a scalar its last one is meant, wherever its column stands.
          const isBetter = isPlain && known?.group === "metrics" && known.detail?.take !== "last";
          if (known === undefined || (isBetter && group === "metrics"))
            this.#byName.set(name, column);
        }
      }
    }
  }

  byKey(key: string): Column | undefined {
    return this.#byKey.get(key);
  }

  /** `lr`, `run:name` for a name that several groups have, `min(loss/test)`. */
  byName(name: string, take: Take | null): Column | undefined {
    if (take !== null) return this.#byKey.get(metricKey({ tag: name, take }));
    return this.#byName.get(name);
  }
}
