/** The texts of figures. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  figure: "Figure…",
  title: "Figure for a paper: {name}",
  presets: "Size",
  column: "One column",
  page: "Two columns",
  slide: "Slide",
  free: "Own size",
  width: "Width",
  height: "Height",
  family: "Font",
  sans: "Sans (Helvetica)",
  serif: "Serif (Times)",
  pageFont: "The page's",
  ownName: "Name of the font",
  size: "Font size (pt)",
  none: "none",
  x: "x axis",
  y: "y axis",
  rightName: "Right axis",
  scale: "Color bar",
  format: "Format",
  dpi: "Resolution (dpi)",
  copyPython: "Copy as matplotlib",
  savePython: "Save as .py",
  empty: "There is nothing to draw yet",
  fontAs: "A PDF has {font} in place of this font: only an SVG names it.",
  pictured:
    "The PDF's fonts lack letters of these texts, which are pictures of 600 dpi in it: {texts}",
} as const;

export const t = defineTexts("cardsFigure", en);
