/** Everything that there is to jump to now, and what was used lately. */

import { list } from "../../lib/codec";
import { coloring } from "../../state/coloring.svelte";
import { i18n, t } from "../../state/i18n.svelte";
import { runPage } from "../../state/run-page.svelte";
import { runTable } from "../../state/run-table.svelte";
import { runs } from "../../state/runs.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { tags } from "../../state/tags.svelte";
import { theme } from "../../state/theme.svelte";
import { url } from "../../state/url.svelte";
import { viewOf } from "../../views/registry";
import { navigation } from "../navigation/navigation.svelte";
import { runList, SORTS } from "../runs/list.svelte";
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

function viewItems(): readonly PaletteItem[] {
  return navigation.groups.flatMap(({ id: group, views }) =>
    views.map((view) => ({
      id: `view:${view.id}`,
      kind: "view",
      text: t(view.title),
      detail: t(`group.${group}`),
      go: () => {
        url.show(view.id);
      },
    })),
  );
}

function settingItems(): readonly PaletteItem[] {
  const themes = (["auto", "light", "dark"] as const).map((choice) => ({
    id: `theme:${choice}`,
    text: `${t("theme.title")}: ${t(`theme.${choice}`)}`,
    go: () => {
      theme.choice = choice;
    },
  }));
  const languages = i18n.choices.map(({ value, name }) => ({
    id: `language:${value}`,
    text: `${t("language.title")}: ${name ?? t("language.auto")}`,
    go: () => {
      i18n.choice = value;
    },
  }));
  return [...themes, ...languages].map((each) => ({
    ...each,
    kind: "action",
    detail: t("palette.setting"),
  }));
}

/** What can be asked of the list of runs. */
function listItems(): readonly PaletteItem[] {
  const sorts = SORTS.map((sort) => ({
    id: `sort:${sort}`,
    text: `${t("runs.sort")}: ${t(`runs.sort.${sort}`)}`,
    go: () => {
      runList.sort = sort;
    },
  }));
  const own = { key: "", name: t("runs.color-own") };
  const colors = [own, ...runTable.hparams].map(({ key, name }) => ({
    id: `color:${key}`,
    text: `${t("colorBy")}: ${name}`,
    go: () => {
      coloring.by = key;
    },
  }));
  return [...sorts, ...colors].map((each) => ({
    ...each,
    kind: "action",
    detail: t("runs"),
  }));
}

function tagItems(): readonly PaletteItem[] {
  const kinds = tags.kinds.filter((kind) => !untagged.has(kind));
  return tagsOfViews(kinds, (kind) => tags.of(kind), viewOf).map(({ tag, view }) => ({
    id: `tag:${view.id}:${tag}`,
    kind: "tag",
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
    kind: "run",
    text: runs.nameOf(id),
    detail: "",
    go: () => {
      runPage.open(id);
    },
  }));
}

/** @param actions - what the shell itself can do. */
export function allItems(actions: readonly PaletteItem[]): readonly PaletteItem[] {
  return [
    ...viewItems(),
    ...actions,
    ...settingItems(),
    ...listItems(),
    ...tagItems(),
    ...runItems(),
  ];
}
