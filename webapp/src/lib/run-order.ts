/** The one order of the runs: as their list shows them. */

import { compareWords } from "./natural";
import { treeRows } from "./run-tree";

/** A run, as far as its place in the order goes. */
export interface ListedRun {
  readonly id: string;
  /** Path of its folder, with `/` between the parts. */
  readonly path: string;
  readonly diverged: boolean;
}

/** Ids by a text each, in natural order. */
export function byName(ids: readonly string[], nameOf: (id: string) => string): readonly string[] {
  const names = new Map(ids.map((id) => [id, nameOf(id)]));
  return [...ids].sort((a, b) => compareWords(names.get(a) ?? "", names.get(b) ?? ""));
}

/**
 * Ids as they stand below each other in the list with all its folders open, but those that diverged last: what they
 * have logged since says nothing.
 * @param runs - sorted.
 */
export function drawingOrder(runs: readonly ListedRun[], hasFolders: boolean): readonly string[] {
  const bad = new Set(runs.filter(({ diverged }) => diverged).map(({ id }) => id));
  const listed = hasFolders ? asInTree(runs) : runs.map(({ id }) => id);
  return [...listed.filter((id) => !bad.has(id)), ...listed.filter((id) => bad.has(id))];
}

function asInTree(runs: readonly ListedRun[]): readonly string[] {
  const named = runs.map(({ id, path }) => ({ id, path, given: null, name: path }));
  return treeRows(named, () => false).flatMap((row) => (row.kind === "run" ? [row.id] : []));
}
