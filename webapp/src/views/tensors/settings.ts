/** Settings of the Tensors view, remembered and carried by links. */

import { stepControls } from "../../cards/steps/chosen-steps";
import { axisChoice, cardSettings } from "../../cards/settings/settings";
import type { Mode as View } from "../../charts/histogram/types";
import { list } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

export type TensorMode = "table" | "histogram";

const { toggle, choose, slide } = controlsIn(t);

const isTable = ({ mode }: { mode: TensorMode }): boolean => mode === "table";
const isHistogram = ({ mode }: { mode: TensorMode }): boolean => mode === "histogram";

export const settings = defineSettings("tensors", {
  ...group({
    mode: choose<TensorMode>("table", "shownAs", { table: "table", histogram: "histogram" }),
    decimals: slide(4, "decimals", [0, 12, 1], { shown: isTable }),
    /** Cells are colored by sign and size. */
    colors: toggle(true, "colors", { shown: isTable }),
    /** Of the histograms. */
    view: choose<View>(
      "offset",
      "view",
      { offset: "offset", overlay: "overlay", heat: "heat" },
      { shown: isHistogram },
    ),
    axis: axisChoice(() => t("axis"), { shown: isHistogram }),
    /** How far ridges lean, in degrees. */
    angle: slide(0, "angle", [0, 60, 1], {
      shown: ({ mode, view }: { mode: TensorMode; view: View }) =>
        mode === "histogram" && view === "offset",
    }),
  }),
  ...cardSettings(),
  ...stepControls(),
  /** Key of a card and its slice in turn, of those that do not show the usual one. */
  slices: setting<readonly string[]>([], list, { store: false }),
});

/** The parts that were chosen for a card; null: the usual ones. */
export function slicesOf(
  key: string,
  { slices }: Pick<typeof settings, "slices"> = settings,
): readonly string[] | null {
  const at = slices.findIndex((each, i) => i % 2 === 0 && each === key);
  const text = at < 0 ? undefined : slices[at + 1];
  return text === undefined ? null : text.split(";");
}

/** Addresses have an end: of more slices, only the last ones are written. */
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
