/** Where the reader is among the views, and which there are. */

import { list } from "../../lib/codec";
import { modelFile } from "../../state/model-file.svelte";
import { traceFile } from "../../state/trace-file.svelte";
import { runs } from "../../state/runs.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { tags } from "../../state/tags.svelte";
import { url } from "../../state/url.svelte";
import { views } from "../../views/registry";
import { isThere, type View } from "../../views/view";
import { navGroups, type NavGroup } from "./groups";

const settings = defineSettings(null, {
  /** Ids, the one that was used last first. */
  "last-views": setting<readonly string[]>([], list, { link: false }),
});

class Navigation {
  /** null: the address names none that there is. */
  readonly view: View | null = $derived(views.find(({ id }) => id === url.view) ?? null);

  /** Empty until it is known what there is: nothing that is seen moves then. */
  readonly groups: readonly NavGroup[] = $derived.by(() => {
    if (!tags.known || !runs.known) return [];
    const last = new Map(
      [...settings["last-views"]].reverse().map((id) => [groupOf(id), id] as const),
    );
    const shown = (view: View) => view.isLinked !== true && hasData(view);
    return navGroups(views, shown, this.view, (group) => last.get(group));
  });

  readonly group: NavGroup | null = $derived(
    this.groups.find(({ id }) => id === this.view?.group) ?? null,
  );

  /** A link of the bar was clicked; one that opens another tab is the browser's. */
  follow = (event: MouseEvent, view: View): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    url.show(view.id);
  };

  /** Made for an effect. */
  remember(): void {
    const { view } = this;
    if (view === null || view.isLinked === true || settings["last-views"][0] === view.id) return;
    const others = settings["last-views"].filter((id) => groupOf(id) !== view.group);
    settings["last-views"] = [view.id, ...others];
  }
}

function groupOf(id: string): View["group"] | undefined {
  return views.find((view) => view.id === id)?.group;
}

export function hasData(view: View): boolean {
  if (view.showsFile === "model" && modelFile.name !== "") return true;
  if (view.showsFile === "trace" && traceFile.name !== "") return true;
  const hasKind = (kind: View["kinds"][number]): boolean =>
    tags.of(kind).length >= (view.fewest ?? 1) || (kind === "scalar" && tags.branches.length > 0);
  return isThere(view, runs.list.length > 0, hasKind, tags.system.length > 0);
}

export const navigation = new Navigation();
