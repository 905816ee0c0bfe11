/** Words that our own records say, and the texts of the page for them. Pure. */

import type { LandscapeKey } from "./texts";

/** Where a word stands: the same one may mean another thing elsewhere. */
export type Where =
  | "kind"
  | "norm"
  | "ignore"
  | "moved"
  | "batchNorm"
  | "sampling"
  | "precision"
  | "unit"
  | "plane"
  | "any";

const words: Readonly<Record<Where, Readonly<Record<string, LandscapeKey>>>> = {
  kind: {
    random: "random",
    pca: "kindPca",
    towards: "kindTowards",
    gradient: "kindGradient",
    hessian: "kindHessian",
    given: "kindGiven",
  },
  norm: {
    filter: "normFilter",
    layer: "normLayer",
    weight: "normWeight",
    dfilter: "normDfilter",
    dlayer: "normDlayer",
    none: "normNone",
  },
  ignore: {
    bias: "ignoreBias",
    norm: "ignoreNorm",
    vector: "ignoreVector",
    weight: "ignoreWeight",
  },
  moved: { weights: "movedWeights", states: "movedStates" },
  batchNorm: { frozen: "batchFrozen", reestimated: "batchReestimated", batch: "batchBatch" },
  sampling: {
    random: "random",
    stratified: "samplingStratified",
    first: "samplingFirst",
  },
  precision: {
    float64: "float64",
    float32: "float32",
    float16: "float16",
    bfloat16: "bfloat16",
  },
  unit: { epoch: "unitEpoch", step: "unitStep" },
  plane: { path: "planePath", model: "planeModel" },
  any: { true: "yes", false: "no" },
};

/** @returns null: no record of ours says this word there. */
export function keyOf(where: Where, value: string): LandscapeKey | null {
  const known = words[where];
  return Object.hasOwn(known, value) ? (known[value] ?? null) : null;
}
