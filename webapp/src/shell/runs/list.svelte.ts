/** The list of runs: its order, its folders, and its rows. */

import { untrack } from "svelte";
import { choice, flag, list as listCodec } from "../../lib/codec";
import { type TreeRow, treeRows } from "../../lib/run-tree";
import { runTable } from "../../state/run-table.svelte";
import { runs } from "../../state/runs.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";

export const SORTS = ["newest", "name", "objective", "duration"] as const;
export type RunSort = (typeof SORTS)[number];

/** No id holds it. */
const END = "\0";
/** So many closed folders are remembered. */
const mostClosed = 500;

const settings = defineSettings(null, {
  "run-sort": setting<RunSort>("newest", choice(...SORTS), { link: false }),
  "run-folders": setting(true, flag, { link: false }),
  /** Paths. */
  "closed-folders": setting<readonly string[]>([], listCodec, { link: false }),
});

class RunList {
  /** Ids of the runs that are listed, as long as only some are wanted; null: all. */
  only = $state.raw<readonly string[] | null>(null);

  get sort(): RunSort {
    return settings["run-sort"];
  }

  set sort(sort: RunSort) {
    settings["run-sort"] = sort;
  }

  /** Whether folders are shown as a tree. */
  get hasFolders(): boolean {
    return settings["run-folders"];
  }

  set hasFolders(has: boolean) {
    settings["run-folders"] = has;
  }

  setOpen(path: string, isOpen: boolean): void {
    const others = settings["closed-folders"].filter((each) => each !== path);
    settings["closed-folders"] = isOpen ? others : [path, ...others].slice(0, mostClosed);
  }

  /** One text, so that the rows are not made anew each time a run grows. */
  readonly #order = $derived(this.#sorted().join(END));
  readonly #names = $derived(runs.found.map(({ id }) => runs.nameOf(id)).join(END));

  readonly rows: readonly TreeRow[] = $derived.by(() => {
    void this.#names;
    const ids = this.#order === "" ? [] : this.#order.split(END);
    if (!this.hasFolders) return untrack(() => flatRows(ids));
    const closed = new Set(settings["closed-folders"]);
    // What is searched for is not hidden in a folder that was closed before.
    const isClosed = runs.search === "" ? (path: string) => closed.has(path) : () => false;
    return untrack(() => {
      const listed = ids.map((id) => ({
        id,
        path: runs.byId.get(id)?.name ?? id,
        given: runs.givenNameOf(id),
        name: runs.nameOf(id),
      }));
      return treeRows(listed, isClosed);
    });
  });

  #wanted(ids: string[]): string[] {
    const { only } = this;
    if (only === null) return ids;
    const wanted: ReadonlySet<string> = new Set(only);
    return ids.filter((id) => wanted.has(id));
  }

  #sorted(): readonly string[] {
    const ids = this.#wanted(runs.found.map(({ id }) => id));
    if (this.sort === "objective") return runTable.bestFirst(ids);
    if (this.sort === "name") {
      const collator = new Intl.Collator(undefined, { numeric: true });
      const names = new Map(ids.map((id) => [id, runs.nameOf(id)]));
      return ids.sort((a, b) => collator.compare(names.get(a) ?? "", names.get(b) ?? ""));
    }
    if (this.sort === "duration") {
      return ids.sort((a, b) => (durationOf(b) ?? -1) - (durationOf(a) ?? -1));
    }
    return ids;
  }
}

/** Seconds that its training took; null: its records don't say. */
export function durationOf(id: string): number | null {
  return runs.byId.get(id)?.duration ?? null;
}

function flatRows(ids: readonly string[]): readonly TreeRow[] {
  const siblings = ids.map((id) => runs.nameOf(id));
  return ids.map((id, i) => ({
    kind: "run",
    id,
    label: siblings[i] ?? id,
    depth: 0,
    siblings,
    at: i + 1,
    of: ids.length,
  }));
}

export const runList = new RunList();
