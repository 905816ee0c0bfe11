/** What can be done with runs, as items of a menu. */

import { t as tBaseline } from "../baseline/texts";
import { annotations } from "../../state/annotations.svelte";
import { baseline } from "../../state/baseline.svelte";
import { runs } from "../../state/runs.svelte";
import type { IconName } from "../../ui/icons";
import { dialogs } from "./dialogs.svelte";
import { t } from "./texts";

interface Item {
  label: string;
  icon: IconName;
  disabled?: string;
  onselect: () => void;
}

/** Why these runs can't be deleted now; undefined if they can. */
function whyNotDelete(ids: readonly string[]): string | undefined {
  if (!annotations.editable) return t("needsEdit");
  const live = ids.filter((id) => runs.byId.get(id)?.state === "live").length;
  if (live === 0) return undefined;
  return ids.length === 1 ? t("isLive") : t("areLive", { n: live });
}

function archive(ids: readonly string[], archived: boolean): void {
  void annotations.change({ runs: Object.fromEntries(ids.map((id) => [id, { archived }])) });
}

const unless = (reason: string | undefined) => (reason === undefined ? {} : { disabled: reason });

/** Making runs the baseline, or part of it, or nothing of it any more. */
function baselineItems(ids: readonly string[]): readonly Item[] {
  const n = ids.length;
  const own = ids.filter(baseline.has);
  const items: Item[] = [];
  const label = (one: "use" | "remove", many: "useMany" | "removeMany", count: number): string =>
    n === 1 ? tBaseline(one) : tBaseline(many, { n: count });
  if (own.length < n || baseline.ids.length > n)
    items.push({
      label: label("use", "useMany", n),
      icon: "flag",
      onselect: () => baseline.use(ids),
    });
  if (n === 1 && own.length === 0 && baseline.isSet)
    items.push({ label: tBaseline("add"), icon: "plus", onselect: () => baseline.add(ids) });
  if (own.length > 0)
    items.push({
      label: label("remove", "removeMany", own.length),
      icon: "minus",
      onselect: () => baseline.remove(own),
    });
  return items;
}

export function actionsOnOne(id: string): readonly Item[] {
  const { archived } = annotations.of(id);
  return [
    {
      label: t("rename"),
      icon: "pen",
      onselect: () => (dialogs.shown = { what: "edit", run: id, focus: "name" }),
    },
    {
      label: t("editNotes"),
      icon: "note",
      onselect: () => (dialogs.shown = { what: "edit", run: id, focus: "labels" }),
    },
    ...baselineItems([id]),
    {
      label: archived ? t("unarchive") : t("archive"),
      icon: "archive",
      onselect: () => {
        archive([id], !archived);
      },
    },
    {
      label: t("deleteAsk"),
      icon: "trash",
      ...unless(whyNotDelete([id])),
      onselect: () => (dialogs.shown = { what: "delete", runs: [id] }),
    },
  ];
}

export function actionsOnMany(ids: readonly string[]): readonly Item[] {
  const n = ids.length;
  const shut = ids.filter((id) => annotations.archivedIds.has(id));
  const none = n === 0 ? t("noRun") : undefined;
  const items: Item[] = [
    {
      label: t("bulkLabel", { n }),
      icon: "label",
      ...unless(none),
      onselect: () => (dialogs.shown = { what: "label", runs: ids }),
    },
    ...(n === 0 ? [] : baselineItems(ids)),
    {
      label: t("bulkArchive", { n: n - shut.length }),
      icon: "archive",
      ...unless(none ?? (shut.length === n ? t("allArchived") : undefined)),
      onselect: () => {
        archive(ids, true);
      },
    },
  ];
  if (shut.length > 0) {
    items.push({
      label: t("bulkUnarchive", { n: shut.length }),
      icon: "archive",
      onselect: () => {
        archive(shut, false);
      },
    });
  }
  return [
    ...items,
    {
      label: t("bulkDelete", { n }),
      icon: "trash",
      ...unless(none ?? whyNotDelete(ids)),
      onselect: () => (dialogs.shown = { what: "delete", runs: ids }),
    },
    { label: t("trash"), icon: "reset", onselect: () => (dialogs.shown = { what: "trash" }) },
  ];
}
