/** Everything that there is to jump to or to set now, and what was used lately. */

import { dialogs } from "../../cards/annotate/dialogs.svelte";
import { t as annotateText } from "../../cards/annotate/texts";
import { list } from "../../lib/codec";
import { slugOf } from "../../lib/docs/topics";
import { metricKey } from "../../lib/table/keys";
import { annotations } from "../../state/annotations.svelte";
import { coloring } from "../../state/coloring.svelte";
import { docs } from "../../state/docs.svelte";
import { i18n, t } from "../../state/i18n.svelte";
import { objective } from "../../state/objective.svelte";
import { runPage } from "../../state/run-page.svelte";
import { runOrder, SORTS } from "../../state/run-order.svelte";
import { runTable } from "../../state/run-table.svelte";
import { runs } from "../../state/runs.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { tags } from "../../state/tags.svelte";
import { theme } from "../../state/theme.svelte";
import { url } from "../../state/url.svelte";
import { views, viewOf } from "../../views/registry";
import { hasData } from "../navigation/navigation.svelte";
import { panel } from "../runs/panel.svelte";
import { type PaletteItem, tagsOfViews } from "./items";

/** Kinds whose tags have no card of their own to lead to. */
const untagged = new Set(["hparams", "lineage", "environment", "layout"]);
const mostRecent = 8;

const settings = defineSettings(null, {
  "palette-recent": setting<readonly string[]>([], list, { link: false }),
});

export const recent = {
  get ids(): readonly string[] {
    return settings["palette-recent"];
  },
  use(id: string): void {
    const others = this.ids.filter((each) => each !== id);
    settings["palette-recent"] = [id, ...others].slice(0, mostRecent);
  },
};

/** What is loaded when the palette is first opened; without it there are no settings and other words. */
export type Known = typeof import("./settings");
type Words = (key: string, id?: string) => readonly string[];

function viewItems(words: Words): readonly PaletteItem[] {
  return views
    .filter(({ isLinked }) => isLinked !== true)
    .map((view) => {
      const isMinor = !hasData(view);
      return {
        id: `view:${view.id}`,
        group: "view",
        text: t(view.title),
        detail: isMinor ? t("palette.empty") : t(`group.${view.group}`),
        words: words(view.title, view.id),
        isMinor,
        go: () => {
          url.show(view.id);
        },
      };
    });
}

/** One of several values, which are chosen from. */
function choiceItem(
  name: string,
  text: string,
  detail: string,
  words: Words,
  now: string,
  options: readonly (readonly [id: string, text: string])[],
  set: (id: string) => void,
): PaletteItem {
  return {
    id: name,
    group: "command",
    text,
    detail,
    words: words(`command.${name}`),
    value: options.find(([id]) => id === now)?.[1] ?? now,
    go: () => undefined,
    choices: () =>
      options.map(([id, label]) => ({ id, text: label, on: id === now, go: () => set(id) })),
  };
}

/** None, where no metric is known. */
function objectiveItems(words: Words): readonly PaletteItem[] {
  const judged = runTable.objective;
  if (judged === null) return [];
  const now = judged.choice.tag;
  return [
    choiceItem(
      "objective",
      t("objective"),
      t("runs"),
      words,
      now,
      tags.of("scalar").map(({ tag }) => [tag, tag]),
      (tag) => objective.choose(metricKey({ tag, take: "last" }), runTable.usualKey),
    ),
  ];
}

/** What the bar and the list of runs can be asked for. */
function commandItems(words: Words): readonly PaletteItem[] {
  const { choices } = i18n;
  return [
    choiceItem(
      "theme",
      t("theme.title"),
      "",
      words,
      theme.choice,
      (["auto", "light", "dark"] as const).map((id) => [id, t(`theme.${id}`)]),
      (id) => (theme.choice = id as typeof theme.choice),
    ),
    choiceItem(
      "language",
      t("language.title"),
      "",
      words,
      i18n.choice,
      choices.map(({ value, name }) => [value, name ?? t("language.auto")]),
      (id) => (i18n.choice = id),
    ),
    choiceItem(
      "sort",
      t("runs.sort"),
      t("runs"),
      words,
      runOrder.sort,
      SORTS.map((id) => [id, t(`runs.sort.${id}`)]),
      (id) => (runOrder.sort = id as typeof runOrder.sort),
    ),
    choiceItem(
      "color",
      t("colorBy"),
      t("runs"),
      words,
      coloring.by,
      [["", t("runs.color-own")], ...coloring.choices],
      (id) => (coloring.by = id),
    ),
    ...objectiveItems(words),
    {
      id: "folders",
      group: "command",
      text: t("runs.folders"),
      detail: t("runs"),
      words: words("command.folders"),
      value: t(runOrder.hasFolders ? "palette.on" : "off"),
      go: () => {
        runOrder.hasFolders = !runOrder.hasFolders;
      },
    },
    {
      id: "docs",
      group: "command",
      text: t("docs.title"),
      detail: "",
      words: words("command.docs"),
      go: () => {
        docs.contents();
      },
    },
    {
      id: "trash",
      group: "command",
      text: annotateText("trash"),
      detail: t("runs"),
      words: words("command.trash"),
      go: () => {
        dialogs.shown = { what: "trash" };
      },
    },
  ];
}

function tagItems(): readonly PaletteItem[] {
  const kinds = tags.kinds.filter((kind) => !untagged.has(kind));
  return tagsOfViews(kinds, (kind) => tags.of(kind), viewOf).map(({ kind, tag, view }) => ({
    id: `tag:${view.id}:${tag}`,
    group: kind === "scalar" ? "scalar" : "tag",
    text: tag,
    detail: t(view.title),
    go: () => {
      if (view.hasCards === true) url.open(view.id, new Map([["search", tag]]));
      else url.show(view.id);
    },
  }));
}

function runItems(): readonly PaletteItem[] {
  return runs.listed.map(({ id }) => ({
    id: `run:${id}`,
    group: "run",
    text: runs.nameOf(id),
    detail: "",
    go: () => {
      runPage.open(id);
    },
  }));
}

function labelItems(): readonly PaletteItem[] {
  return annotations.labels.map((label) => ({
    id: `label:${label}`,
    group: "label",
    text: label,
    detail: t("runs"),
    go: () => {
      panel.open = true;
      runs.search = `label:${label}`;
    },
  }));
}

/** Pages of the documentation, and their sections. */
function docItems(words: Words): readonly PaletteItem[] {
  return docs.names.flatMap(({ name, title, headings }) => [
    {
      id: `doc:${name}`,
      group: "doc" as const,
      text: title,
      detail: "",
      words: words(`doc.${name}`),
      go: () => {
        docs.go({ page: name, anchor: "" });
      },
    },
    ...headings.map((heading) => ({
      id: `doc:${name}#${heading}`,
      group: "doc" as const,
      text: heading.replaceAll("`", ""),
      detail: title,
      isMinor: true,
      go: () => {
        docs.go({ page: name, anchor: slugOf(heading) });
      },
    })),
  ]);
}

/** @param actions - what the shell itself can do. */
export function allItems(
  actions: readonly PaletteItem[],
  known: Known | null,
): readonly PaletteItem[] {
  const words: Words = known?.wordsOf ?? (() => []);
  return [
    ...(known?.settingItems(hasData) ?? []),
    ...viewItems(words),
    ...actions.map((each) => ({ ...each, words: words(`command.${each.id}`) })),
    ...commandItems(words),
    ...tagItems(),
    ...runItems(),
    ...labelItems(),
    ...docItems(words),
  ];
}
