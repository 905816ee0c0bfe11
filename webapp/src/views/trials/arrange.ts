/** Which columns stand in the table, and in what order. */

import { isUnset } from "../../lib/table/unset";
import { type Column, groups, NUMBER } from "../../lib/table/types";

/**
 * The keys in the user's order. A column that came later stands behind the one that it follows by
 * itself, so that a new hyperparameter does not end up behind the metrics.
 * @param keys - in their own order.
 * @param wanted - the user's order; may name others, and need not name all.
 */
export function arranged(keys: readonly string[], wanted: readonly string[]): readonly string[] {
  if (wanted.length === 0) return keys;
  const present = new Set(keys);
  /** What stands behind each; null: the beginning, and the end. */
  const next = new Map<string | null, string | null>([[null, null]]);
  const place = (key: string, behind: string | null): void => {
    next.set(key, next.get(behind) ?? null);
    next.set(behind, key);
  };
  let last: string | null = null;
  for (const key of new Set(wanted)) {
    if (!present.has(key)) continue;
    place(key, last);
    last = key;
  }
  keys.forEach((key, i) => {
    if (!next.has(key)) place(key, keys[i - 1] ?? null);
  });
  const order: string[] = [];
  for (let key = next.get(null); typeof key === "string"; key = next.get(key)) order.push(key);
  return order;
}

/** The order after `key` was put in front of `before`; null: at the end. */
export function moved(
  keys: readonly string[],
  key: string,
  before: string | null,
): readonly string[] {
  if (key === before) return keys;
  const others = keys.filter((each) => each !== key);
  const place = before === null ? others.length : others.indexOf(before);
  return place < 0 ? keys : [...others.slice(0, place), key, ...others.slice(place)];
}

/** Pinned ones first, in the order of the others. */
export function pinnedFirst(
  keys: readonly string[],
  pinned: ReadonlySet<string>,
): readonly string[] {
  return [...keys.filter((key) => pinned.has(key)), ...keys.filter((key) => !pinned.has(key))];
}

/** Whether a column is shown until the user says otherwise. */
export function isUsual(column: Column): boolean {
  const { group, name, codes, values } = column;
  if (group === "environment" || group === "data") return false;
  if (group === "hparams" || group === "lineage") return !isUnset(column);
  if (group !== "run") return true;
  if (name === "name" || name === "duration") return true;
  if (name === "energy_kwh" || name === "gpu_hours") return codes.includes(NUMBER);
  // Of no use where all have finished.
  if (name === "outcome") return codes.some((code) => code >= 0 && values[code] !== "finished");
  // A column in which nobody ever wrote anything takes no place; notes are too long for a table.
  return name === "labels" && codes.some((code) => code >= 0);
}

/**
 * The columns that are shown, in their order.
 * @param metrics - keys of the metrics that are shown, in their own order.
 * @param toggled - keys of other columns that are shown though they usually are not, or hidden.
 */
export function shownColumns(
  columns: readonly Column[],
  metrics: readonly string[],
  toggled: readonly string[],
  order: readonly string[],
  pinned: readonly string[],
): readonly Column[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const others = new Set(toggled);
  const own = groups.flatMap((group) =>
    group === "metrics"
      ? metrics
      : columns
          .filter((each) => each.group === group && isUsual(each) !== others.has(each.key))
          .map(({ key }) => key),
  );
  const keys = pinnedFirst(arranged(own, order), new Set(pinned));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
