/** What is remembered of figures. No link carries it: it is about the reader's paper, and not about what is seen. */

import { choice, numberIn, text } from "../../lib/codec";
import type { FigureFamily } from "../../lib/figure/fonts";
import { FONT_SIZES, PRESETS, SIDES, UNITS } from "../../lib/figure/lengths";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { t } from "./texts";

const here = { link: false } as const;

export type Format = "pdf" | "svg" | "png";

const { toggle, choose } = controlsIn(t);

export const settings = defineSettings("figure", {
  unit: setting("cm", choice(...UNITS), here),
  /** In that unit. */
  width: setting<number>(PRESETS.column.width, numberIn(0.5, SIDES.most), here),
  height: setting<number>(PRESETS.column.height, numberIn(0.5, SIDES.most), here),
  family: choose<FigureFamily>(
    "sans",
    "family",
    { sans: "sans", serif: "serif", page: "pageFont", own: "byName" },
    { ...here, opens: true },
  ),
  own: setting("", text, here),
  size: setting(8, numberIn(FONT_SIZES.least, FONT_SIZES.most), here),
  legend: toggle(true, "legend", here),
  scale: toggle(true, "scale", here),
  format: choose<Format>(
    "pdf",
    "format",
    { pdf: () => "PDF", svg: () => "SVG", png: () => "PNG" },
    here,
  ),
  dpi: choose<"150" | "300" | "600">(
    "600",
    "dpi",
    { 150: () => "150", 300: () => "300", 600: () => "600" },
    { ...here, opens: true },
  ),
});
