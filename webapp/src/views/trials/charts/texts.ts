/** The charts' texts. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as trials } from "../texts";

export const en = {
  importanceTitle: "Importance of hyperparameters",
  noTrials: "No trial is left to draw.",
  noAxes:
    "No hyperparameter differs between these trials, and no metric is shown. Choose axes above.",
  noPair: "A scatter needs two columns with values.",
  noMetric: "No metric is known: choose an objective first.",
  counted: "{inside} of {n} {n|trial|trials}",
  parallelLabel:
    "Parallel coordinates of {n} {n|trial|trials} over {axes}: {inside} inside the filters",
  scatterLabel:
    "{y} against {x}: {n} {n|trial|trials}, {inside} inside the filters. Arrow keys go from dot to dot, Enter opens one, Delete clears the filters of both columns",
  matrixLabel:
    "{rows} against {columns}: {n} {n|trial|trials}, {inside} inside the filters. Arrow keys choose a cell, Enter shows it in the scatter",
  axisAll: "Filter of {title}: all values. Enter and the arrow keys set it, Delete clears it",
  axisSome: "Filter of {title}: {what}. Arrow keys move it, Delete clears it",
  range: "{from} to {to}",
  moveHint: "drag or arrow keys move this axis",
  axisMenu: "Axis {title}",
  auto: "Automatic scale",
  linear: "Linear scale",
  log: "Log scale",
  quantile: "Quantiles (rank)",
  flip: "Flip",
  remove: "Remove this axis",
  clearFilter: "Clear its filter",
  clear: "Clear the filters",
  axes: "Axes",
  withData: "With what differs in the data pipeline",
  text: "text",
  x: "X",
  y: "Y",
  same: "All alike",
  swap: "Swap X and Y",
  more: "Size, color and trend",
  moreCurve: "Smoothing and scale",
  scaleOf: "Scale of {title}",
  trend: "Trend",
  trendHint: "Least squares through the trials inside the filters, in the scales as drawn",
  fit: "r = {r}, n = {n}",
  legend: "Colors: {title}",
  importanceOf: "{metric}, over {n} {n|trial|trials}",
  means:
    "How much of its explained variance a random forest loses when the values are shuffled: association in these trials, not cause.",
  score: "explains {percent} of the variance (R², cross-validated)",
  worthless: "explains nothing (R² {score}, cross-validated)",
  working: "Working out the importance of {n} {n|trial|trials}…",
  name: "Hyperparameter",
  valueHint: "± one standard deviation over folds and shuffles",
  rho: "ρ",
  rhoHint: "Spearman's rank correlation with the metric: + rises with it, − falls",
  p: "p",
  pHint: "Probability of such a correlation if there were none",
  distinct: "Values",
  distinctHint: "Different values in these trials",
  barLabel: "{name}: importance {value}, correlation {rho}, p {p}. Shows it in the scatter",
  constant: "constant",
  pairs: "Interactions",
  pairsHint:
    "The share of the variance that comes of two hyperparameters acting together; near 0 if they act independently",
  noPairs: "No two hyperparameters act together noticeably.",
  tooFew:
    "Fewer than 12 trials: too few to estimate importance. Correlations are shown from 4 trials on.",
  few: "Fewer than 5 trials for each hyperparameter: take the order as a hint only.",
  noSkill:
    "The forest predicts unseen trials hardly better than their mean: these importances mean nothing.",
  constantMetric: "The metric is the same in all of these trials: there is nothing to explain.",
  noHparams: "No hyperparameter differs between these trials.",
  sampled: "{used} of {n} trials were drawn at random.",
  ranks:
    "A few values lie far from all others: the importances are of the metric's ranks, not of its values.",
  withoutMetric:
    "{n} {n|trial has|trials have} no finite value of the metric and {n|is|are} left out.",
  partial: "{n} {n|trial was|trials were} pruned or failed and {n|is|are} left out.",
  partialAndWithoutMetric:
    "Left out: {partial} pruned or failed, and {n} without a finite value of the metric.",
  onlyPartial: "All of these trials were pruned or failed: none has the value of a whole training.",
  curveLabel: "Curves of {tag}, {n} {n|run|runs}",
  capped:
    "{shown} of {n} runs are drawn: those inside the filters first, in the table's own order.",
  noCurve: "None of these runs has a curve of {tag}.",
  noTag: "There are no scalars.",
  loading: "Loading the curves",
} as const;

export const t = defineTexts("trialsCharts", en, { trials });
