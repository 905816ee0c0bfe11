/** The order of the runs: chosen in their list, and followed by all that is drawn of several. */

import { choice, flag } from "../lib/codec";
import { byName, drawingOrder } from "../lib/run-order";
import { runTable } from "./run-table.svelte";
import { runs } from "./runs.svelte";
import { defineSettings, setting } from "./settings.svelte";

export const SORTS = ["newest", "name", "objective", "duration"] as const;
export type RunSort = (typeof SORTS)[number];

/** No id holds it. */
const END = "\0";

const settings = defineSettings(null, {
  "run-sort": setting<RunSort>("newest", choice(...SORTS), { link: false }),
  "run-folders": setting(true, flag, { link: false }),
});

class RunOrder {
  get sort(): RunSort {
    return settings["run-sort"];
  }

  set sort(sort: RunSort) {
    settings["run-sort"] = sort;
  }

  /** Whether the runs' numbers have to be known. */
  get needsNumbers(): boolean {
    return this.sort === "objective";
  }

  /** Whether folders are shown as a tree. */
  get hasFolders(): boolean {
    return settings["run-folders"];
  }

  set hasFolders(has: boolean) {
    settings["run-folders"] = has;
  }

  /** @param ids - in the server's order. Reactive. */
  sorted(ids: readonly string[]): readonly string[] {
    if (this.sort === "objective") return runTable.bestFirst(ids);
    if (this.sort === "name") return byName(ids, (id) => runs.nameOf(id));
    if (this.sort === "duration") {
      return [...ids].sort((a, b) => (durationOf(b) ?? -1) - (durationOf(a) ?? -1));
    }
    return ids;
  }

  /** One text, so that nothing is drawn anew because a run grows. */
  readonly #drawn = $derived.by(() => {
    const placed = this.sorted(runs.listed.map(({ id }) => id)).map((id) => ({
      id,
      path: runs.byId.get(id)?.name ?? id,
      diverged: (runs.byId.get(id)?.diverged ?? 0) > 0,
    }));
    return drawingOrder(placed, this.hasFolders).join(END);
  });

  /** Ids of all runs that are listed, also of those that a search does not find. */
  readonly drawn: readonly string[] = $derived(this.#drawn.split(END));

  constructor() {
    runs.orderBy(() => this.drawn);
  }
}

/** Seconds that its training took; null: its records don't say. */
export function durationOf(id: string): number | null {
  return runs.byId.get(id)?.duration ?? null;
}

export const runOrder = new RunOrder();
