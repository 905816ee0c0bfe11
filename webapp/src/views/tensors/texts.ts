/** Texts of the Tensors view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Settings of the tensors",
  help: "A box for each dimension takes an index such as −1, or a range such as 2:10 or ::2, as in Python. Enter shows the slice.",
  count: "{n} {n|tensor|tensors}",
  table: "Table",
  histogram: "Histogram",
  view: "Steps",
  offset: "Offset",
  axis: "Axis of the steps",
  angle: "Angle",
  decimals: "Decimals",
  colors: "Colors by sign and size",
  slice: "Slice of {tag}, {run}",
  dimension: "Dimension {i}, of {n}",
  show: "Show this slice",
  usual: "Back to the last two dimensions",
  notPart: "Dimension {i}: write an index such as −1, or a range such as 2:10 or ::2.",
  outOfRange: "Dimension {i}: an index from {low} to {high} is wanted.",
  zeroStep: "Dimension {i}: a step of 0 leads nowhere.",
  emptyRange: "Dimension {i}: this range holds none of its {n} values.",
  tooMany: "A table has two dimensions: use at most two ranges, and an index for each other.",
  values: "Values of {tag}, step {step}",
  cell: "{place}: {value}",
  nothing: "The tensor has no values.",
  noSeries: "This run has no such tensor.",
  part: "{from} to {to} of {n}",
  earlier: "Earlier",
  later: "Later",
  size: "{dtype}, shape {shape}",
  stats: "min {min} · max {max} · mean {mean} · std {std}",
  infinite: "{n} infinite",
  copy: "Copy what is shown as TSV",
  saveCsv: "CSV of the slice",
  saveJson: "JSON of the slice",
  tooLarge: "The slice has {n} values; {most} can be exported at once.",
  chart: "Histograms of {tag} over steps",
} as const;

export const t = defineTexts("tensors", en);
