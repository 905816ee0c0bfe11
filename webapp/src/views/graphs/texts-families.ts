/** What the families of operations are called. */

import type { GraphFamily } from "../../lib/graph/families";
import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  input: "Inputs and outputs",
  convolution: "Convolution",
  matrix: "Matrix product",
  attention: "Attention",
  norm: "Normalization",
  activation: "Activation",
  pooling: "Pooling, resizing",
  shape: "Shape, indexing",
  arithmetic: "Arithmetic",
  reduction: "Reduction, loss",
  embedding: "Embedding",
  random: "Dropout, random",
  data: "Data",
  other: "Others",
  source: "Source",
  split: "Split, merge",
  transform: "Transform",
  sampler: "Sampler",
  batch: "Batch, collate",
  loader: "Loader",
} as const satisfies Readonly<Record<GraphFamily, string>>;

export const familyName = defineTexts("graphsFamilies", en);
