/** What the view can be told, remembered and carried by links. */

import type { Axis } from "../../api/scalars";
import { stepSettings } from "../../cards/chosen-steps";
import { cardSettings } from "../../cards/settings";
import type { Mode as View } from "../../charts/histogram/types";
import { choice, flag, list, numberIn } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";

export type Mode = "table" | "histogram";

export const settings = defineSettings("tensors", {
  mode: setting<Mode>("table", choice("table", "histogram")),
  /** Of the histograms. */
  view: setting<View>("offset", choice("offset", "overlay", "heat")),
  axis: setting<Axis>("step", choice("step", "relative", "wall")),
  /** How far ridges lean, in degrees. */
  angle: setting(0, numberIn(0, 60)),
  decimals: setting(4, numberIn(0, 12)),
  /** Cells are colored by sign and size. */
  colors: setting(true, flag),
  ...cardSettings(),
  ...stepSettings(),
  /** Key of a card and its slice in turn, of those that do not show the usual one. */
  slices: setting<readonly string[]>([], list, { store: false }),
});

const drawn = [
  "mode",
  "view",
  "axis",
  "angle",
  "decimals",
  "colors",
  "relative",
  "sameStep",
  "step",
  "size",
] as const;

/** Back to how tensors are shown at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
}

/** The parts that were chosen for a card; null: the usual ones. */
export function slicesOf(
  key: string,
  { slices }: Pick<typeof settings, "slices"> = settings,
): readonly string[] | null {
  const at = slices.findIndex((each, i) => i % 2 === 0 && each === key);
  const text = at < 0 ? undefined : slices[at + 1];
  return text === undefined ? null : text.split(";");
}

/** Addresses have an end: of more slices, only the last ones are told. */
const LIMIT = 20;

/** @param parts - null: the usual ones, which need no words. */
export function chooseSlices(
  key: string,
  parts: readonly string[] | null,
  of: Pick<typeof settings, "slices"> = settings,
): void {
  const others = of.slices.flatMap((each, i) =>
    i % 2 === 0 && each !== key ? [each, of.slices[i + 1] ?? ""] : [],
  );
  const own = parts === null ? [] : [key, parts.join(";")];
  of.slices = [...others, ...own].slice(-2 * LIMIT);
}
