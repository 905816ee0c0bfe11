/** Texts of the Confusion view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Settings of the matrices",
  help: "Drag a box to zoom, double click to restore. Keys on a matrix: arrows move the cell (Shift: by ten), + − zoom, 0 restore, F full screen",
  matrices: "{n} {n|matrix|matrices}",
  norm: "Cells show",
  count: "Counts",
  row: "Shares of the row (recall)",
  column: "Shares of the column (precision)",
  all: "Shares of all",
  diagonal: "Color right predictions",
  chart: "Confusion matrix of {tag}, step {step}, {n} {n|class|classes}",
  rowLabel: "True class",
  columnLabel: "Predicted class",
  ofRow: "of the row (recall)",
  ofColumn: "of the column (precision)",
  ofAll: "of all",
  trueClass: "True",
  predictedClass: "Predicted",
  plain: "{n} classes · {total} samples · accuracy {accuracy}",
  thinned: "Several classes share a pixel",
  thinnedTitle: "Of the cells that share a pixel the strongest is shown. Zoom in to see each.",
  noSeries: "This run has no such matrix.",
  noSamples: "No samples were logged.",
  against: "Less that of",
  nothing: "– no comparison –",
  otherClasses: "The other matrix has other classes: no difference is shown.",
  noOther: "There is no other matrix to compare with.",
  difference: "less {name}, step {step}",
  perClass: "Numbers of each class",
  class: "Class",
  classes: "Classes",
  predicted: "Predicted",
  f1: "F1",
  csv: "CSV of the counts",
  json: "JSON of the counts",
} as const;

export const t = defineTexts("confusion", en);
