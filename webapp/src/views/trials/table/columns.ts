/** What the user does with columns: wherever it is done, it ends in the settings. */

import type { Sort } from "../../../lib/table/order";
import type { Column } from "../../../lib/table/types";
import { moved } from "../arrange";
import { settings } from "../settings";
import type { Trials } from "../trials.svelte";
import { NARROWEST, WIDEST } from "../../../cards/table/grid/layout";
import { fittingWidth, usualWidth } from "./widths";

export function widthOf(column: Column): number {
  return settings.widths.get(column.key) ?? usualWidth(column);
}

/** @param width - null: the usual one. */
export function setWidth(key: string, width: number | null): void {
  const others = [...settings.widths].filter(([each]) => each !== key);
  const own =
    width === null
      ? []
      : ([[key, Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))]] as const);
  settings.widths = new Map([...others, ...own]);
}

export function fit(column: Column): void {
  setWidth(column.key, fittingWidth(column));
}

/** @param before - key of the column that it shall stand in front of; null: at the end. */
export function move(trials: Trials, key: string, before: string | null): void {
  const keys = trials.columns.map((column) => column.key);
  // Who is put among the pinned ones is pinned, who is put behind them is not.
  const next = before === null ? undefined : trials.columnOf(before)?.key;
  const goesToPinned = next !== undefined && trials.pinned.includes(next);
  if (goesToPinned !== trials.pinned.includes(key) && key !== before) setPinned(key, goesToPinned);
  trials.setOrder(moved(keys, key, before));
}

/** One place to the left or to the right, within the pinned or the other ones. */
export function moveBy(trials: Trials, key: string, by: 1 | -1): void {
  const isPinned = trials.pinned.includes(key);
  const keys = trials.columns.map((column) => column.key);
  const kin = keys.filter((each) => trials.pinned.includes(each) === isPinned);
  const place = kin.indexOf(key) + by;
  if (place < 0 || place >= kin.length) return;
  const before = by < 0 ? kin[place] : kin[place + 1];
  const first = keys.find((each) => !trials.pinned.includes(each));
  trials.setOrder(moved(keys, key, before ?? (isPinned ? (first ?? null) : null)));
}

export function setPinned(key: string, isPinned: boolean): void {
  const others = settings.pinned.filter((each) => each !== key);
  settings.pinned = isPinned ? [...others, key] : others;
}

/** Shows columns or hides them. */
export function setShown(trials: Trials, keys: readonly string[], isShown: boolean): void {
  const shown = new Set(trials.columns.map(({ key }) => key));
  const changed = keys.filter((key) => shown.has(key) !== isShown);
  const metrics = changed.filter((key) => key.startsWith("m:"));
  if (metrics.length > 0) {
    const others = trials.metricKeys.filter((key) => !metrics.includes(key));
    trials.setMetrics(isShown ? [...others, ...metrics] : others);
  }
  const toggled = new Set(settings.toggled);
  for (const key of changed) {
    if (key.startsWith("m:")) continue;
    if (toggled.has(key)) toggled.delete(key);
    else toggled.add(key);
  }
  if (changed.length > metrics.length) settings.toggled = [...toggled];
}

/** Another number of the same scalar in the place of a column. */
export function replaceMetric(trials: Trials, key: string, next: string): void {
  if (key === next) return;
  const keys = trials.metricKeys.flatMap((each) =>
    each === key ? [next] : each === next ? [] : [each],
  );
  trials.setMetrics(keys);
  if (settings.order.includes(key)) {
    const others = settings.order.filter((each) => each !== next);
    settings.order = others.map((each) => (each === key ? next : each));
  }
}

// --- sorting

/** A click on a head: first rising, then falling, then not at all. */
export function sortBy(trials: Trials, key: string, isFurther: boolean): void {
  const known = trials.sorts.find((sort) => sort.key === key);
  if (known?.descending === true && settings.sort !== null) return unsort(trials, key);
  const isTurned = known !== undefined && (isFurther || trials.sorts.length === 1);
  setSort(trials, { key, descending: isTurned && !known.descending }, isFurther);
}

export function setSort(trials: Trials, sort: Sort, isFurther: boolean): void {
  if (!isFurther) settings.sort = [sort];
  else if (trials.sorts.some(({ key }) => key === sort.key)) {
    settings.sort = trials.sorts.map((each) => (each.key === sort.key ? sort : each));
  } else settings.sort = [...trials.sorts, sort];
}

export function unsort(trials: Trials, key: string): void {
  settings.sort = trials.sorts.filter((sort) => sort.key !== key);
}
