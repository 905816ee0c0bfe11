/** The list of runs: its folders, and its rows. */

import { untrack } from "svelte";
import { list as listCodec } from "../../lib/codec";
import { type TreeRow, treeRows } from "../../lib/run-tree";
import { runOrder } from "../../state/run-order.svelte";
import { runs } from "../../state/runs.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";

/** No id holds it. */
const END = "\0";
/** So many closed folders are remembered. */
const mostClosed = 500;

const settings = defineSettings(null, {
  /** Paths. */
  "closed-folders": setting<readonly string[]>([], listCodec, { link: false }),
});

class RunList {
  /** Ids of the runs that are listed, as long as only some are wanted; null: all. */
  only = $state.raw<readonly string[] | null>(null);

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
    if (!runOrder.hasFolders) return untrack(() => flatRows(ids));
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
    return runOrder.sorted(this.#wanted(runs.found.map(({ id }) => id)));
  }
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
