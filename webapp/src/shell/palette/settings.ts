/** Every setting of every view, as the views declare them; loaded when the palette is first opened. */

import { knowing, type Control } from "../../state/controls";
import { t } from "../../state/i18n.svelte";
import { reveal } from "../../state/reveal.svelte";
import type { Described } from "../../state/settings.svelte";
import { url } from "../../state/url.svelte";
import { declared, type DeclaredSettings } from "../../views/declared";
import { wordsOf } from "../../views/texts-found";
import type { PaletteChoice, PaletteItem } from "./items";

/** Whether a panel beside a drawing is open, in the views that remember it. */
const panels = ["side", "left", "right"];

/** A number as a person would write it. */
const written = (value: unknown): string =>
  typeof value === "number" ? String(Math.round(value * 1e4) / 1e4) : t("auto");

function itemOf(
  { view, settings, room }: DeclaredSettings,
  key: string,
  control: Control,
  hasData: boolean,
): PaletteItem {
  const id = `${view.id}.${room === "" ? "" : `${room}.`}${key}`;
  const values = settings as unknown as Record<string, unknown>;
  const now = knowing(settings, {});
  const heading = control.group?.heading?.();
  const roomItem = roomOf(view.id, room);

  const show = () => {
    roomItem?.show();
    url.show(view.id);
  };
  const bring = () => {
    show();
    for (const panel of panels) if (panel in settings.declared) values[panel] = true;
    reveal.ask(settings, key);
  };
  const isHere = view.id === url.view;
  const place = [isHere ? "" : t(view.title), roomItem?.label ?? "", heading ?? ""];
  const item = {
    id: `set:${id}`,
    group: isHere ? "here" : "setting",
    text: control.label(now),
    detail: place.filter((each) => each !== "").join(" · "),
    words: wordsOf(`set.${id}`, key),
    isMinor: !hasData,
    go: bring,
  } as const;
  if (control.kind === "special") return item;
  if (control.kind === "several") {
    const chosen = (values[key] as readonly unknown[] | null) ?? [];
    const choices = (): readonly PaletteChoice[] =>
      control.options(now).map(({ value, label }) => ({
        id: String(value),
        text: label,
        on: chosen.includes(value),
        go: () => {
          show();
          values[key] = chosen.includes(value) ? chosen : [...chosen, value];
        },
      }));
    return { ...item, choices };
  }
  if (control.inPanel === true) return item;

  const value = control.get === undefined ? values[key] : control.get(now);
  const set = (next: unknown) => {
    show();
    if (control.set === undefined) values[key] = next;
    else control.set(now, next as never);
  };
  if (control.kind === "toggle") {
    const isOn = value === true;
    return { ...item, value: t(isOn ? "palette.on" : "off"), go: () => set(!isOn) };
  }
  if (control.kind === "slider") return { ...item, value: written(value) };
  const options = control.options(now);
  return {
    ...item,
    value: options.find((each) => each.value === value)?.label ?? String(value),
    choices: () =>
      options.map((each) => ({
        id: String(each.value),
        text: each.label,
        on: each.value === value,
        go: () => set(each.value),
      })),
  };
}

/** How to get to a room of a view that shows one at a time, and its name. */
function roomOf(view: string, room: string) {
  const around = declared.find((each) => each.view.id === view && each.room === "");
  const control = around?.settings.declared.mode?.control;
  if (around === undefined || room === "" || control?.kind !== "choice") return undefined;
  const { settings } = around;
  const option = control.options(knowing(settings, {})).find(({ value }) => value === room);
  if (option === undefined) return undefined;
  const show = () => ((settings as Described & { mode: unknown }).mode = room);
  return { label: option.label, show };
}

/** @param hasData - whether a view has something to show. */
export function settingItems(
  hasData: (view: DeclaredSettings["view"]) => boolean,
): readonly PaletteItem[] {
  const items = declared.flatMap((each) => {
    const has = hasData(each.view);
    return Object.entries(each.settings.declared).flatMap(([key, { control }]) =>
      control === undefined ? [] : [itemOf(each, key, control, has)],
    );
  });
  // What is called alike in several views is also called alike in other words.
  const words = new Map<string, Set<string>>();
  for (const { text, words: own = [] } of items) {
    words.set(text, new Set([...(words.get(text) ?? []), ...own]));
  }
  return items.map((each) => ({ ...each, words: [...(words.get(each.text) ?? [])] }));
}

export { wordsOf };
