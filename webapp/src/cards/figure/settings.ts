/** What is remembered of figures. No link carries it: it is about the reader's paper, and not about what is seen. */

import { choice, flag, numberIn, text } from "../../lib/codec";
import { FAMILIES } from "../../lib/figure/fonts";
import { FONT_SIZES, PRESETS, SIDES, UNITS } from "../../lib/figure/lengths";
import { defineSettings, setting } from "../../state/settings.svelte";

const here = { link: false } as const;

export const FORMATS = ["pdf", "svg", "png"] as const;
export type Format = (typeof FORMATS)[number];

export const settings = defineSettings("figure", {
  unit: setting("cm", choice(...UNITS), here),
  /** In that unit. */
  width: setting<number>(PRESETS.column.width, numberIn(0.5, SIDES.most), here),
  height: setting<number>(PRESETS.column.height, numberIn(0.5, SIDES.most), here),
  family: setting("sans", choice(...FAMILIES), here),
  own: setting("", text, here),
  size: setting(8, numberIn(FONT_SIZES.least, FONT_SIZES.most), here),
  legend: setting(true, flag, here),
  scale: setting(true, flag, here),
  format: setting<Format>("pdf", choice(...FORMATS), here),
  dpi: setting("600", choice("150", "300", "600"), here),
});
