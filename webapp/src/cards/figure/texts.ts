/** The texts of figures. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  figure: "Figure…",
  title: "Figure for a paper: {name}",
  preview: "Preview",
  presets: "Size",
  column: "One column",
  page: "Two columns",
  slide: "Slide",
  free: "Own size",
  unit: "Unit",
  width: "Width",
  height: "Height",
  family: "Font",
  sans: "Sans (Helvetica)",
  serif: "Serif (Times)",
  pageFont: "The page's",
  own: "By name",
  ownName: "Name of the font",
  size: "Font size (pt)",
  heading: "Title",
  none: "none",
  x: "x axis",
  y: "y axis",
  scaleName: "Color bar",
  rightName: "Right axis",
  legend: "Legend",
  scale: "Color bar",
  format: "Format",
  dpi: "Resolution (dpi)",
  save: "Save",
  copyPython: "Copy as matplotlib",
  savePython: "Save as .py",
  copied: "Copied",
  empty: "There is nothing to draw yet",
  failed: "The export failed: {why}",
  fontAs: "A PDF has {font} in place of this font: only an SVG names it.",
  pictured:
    "The PDF's fonts lack letters of these texts, which are pictures of 600 dpi in it: {texts}",
  close: "Close",
} as const;

export const t = defineTexts("cardsFigure", en);
