/** Texts of the curvature mode. */

import { defineTexts } from "../../../state/i18n.svelte";
import { en as landscapes } from "../texts";

export const en = {
  spectrum: "Spectrum of the Hessian at the center",
  eigenvalues: "Eigenvalues of the Hessian at the center",
  csvEigenvalues: "CSV of the eigenvalues",
  csvDensity: "CSV of the densities",
  eigenvaluesChart: "Eigenvalues of {n} {n|run|runs}",
  spectrumChart: "Spectral density and eigenvalues of {n} {n|run|runs}",
  eigenvalueAt: "eigenvalue {n}",
  density: "density",
  map: "Eigenvalues over the plane",
  mapOf: "Map of {name}: {metric}",
  ratio: "|λ min / λ max|",
  min: "λ min",
  ratioHint:
    "0: convex at that point; towards 1 and beyond: as much negative curvature as positive",
  metric: "Eigenvalue",
  holes: "{n} {n|point has|points have} no value",
  table: "Numbers of the curvature",
  maxHint: "Largest eigenvalue, with its error",
  minHint: "Least eigenvalue, where a negative one was computed",
  traceHint: "Sum of all eigenvalues, with the standard error of its estimate",
  nothing: "No selected run has curvature.",
  noMap: "This map has no such values.",
} as const;

export const t = defineTexts("landscapesCurvature", en, { landscapes });
