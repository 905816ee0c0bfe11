/** The names, places and hiding of landscapes, kept with the annotations of their runs. */

import type { LandscapeSummary } from "../../api/landscapes";
import { annotations } from "../../state/annotations.svelte";
import { changed, keyIn, moved, ordered, type LandscapeArrangedFields } from "./arranged";

function fieldsOf(run: string): LandscapeArrangedFields {
  return annotations.of(run).landscapes;
}

function keep(run: string, landscapes: LandscapeArrangedFields): void {
  void annotations.edit(run, { landscapes });
}

/** As somebody calls it; else its tag. Reactive. */
export function nameOf(summary: LandscapeSummary): string {
  return fieldsOf(summary.run)[keyIn(summary)]?.name ?? summary.tag;
}

/** Reactive. */
export function isHidden(summary: LandscapeSummary): boolean {
  return fieldsOf(summary.run)[keyIn(summary)]?.hidden === true;
}

/** Reactive. */
export function inOrder(all: readonly LandscapeSummary[]): LandscapeSummary[] {
  return ordered(all, fieldsOf);
}

/** @param name - empty: its tag again. */
export function rename(summary: LandscapeSummary, name: string): void {
  keep(summary.run, changed(fieldsOf(summary.run), keyIn(summary), { name: name.trim() }));
}

export function hide(summary: LandscapeSummary, hidden: boolean): void {
  keep(summary.run, changed(fieldsOf(summary.run), keyIn(summary), { hidden }));
}

/** @param own - those of its run, as they stand. */
export function move(
  summary: LandscapeSummary,
  own: readonly LandscapeSummary[],
  by: -1 | 1,
): void {
  const keys = own.map(keyIn);
  keep(summary.run, moved(fieldsOf(summary.run), keys, keyIn(summary), by));
}
