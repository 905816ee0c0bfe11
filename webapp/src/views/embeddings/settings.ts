/** Settings of the Embeddings view, remembered and carried by links. */

import type { Metric } from "../../api/embeddings";
import type { Method, Scaling, UmapMetric } from "../../api/projections";
import { stepChoice } from "../../cards/steps/step-codec";
import type { StepChoice } from "../../cards/steps/steps";
import type { Dimensions } from "../../charts/scatter/camera";
import { flag, numberIn, text, type Codec } from "../../lib/codec";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { ColorAs } from "./coloring";
import { t } from "./texts";

/** Components of PCA that are drawn as x, y and z, counted from 0. */
export type Axes = readonly [number, number, number];

const axesCodec: Codec<Axes> = {
  parse(value) {
    const parts = value.split("-").map(Number);
    const ok =
      parts.length === 3 && parts.every((axis) => axis >= 1 && axis <= 10 && axis % 1 === 0);
    return ok ? (parts.map((axis) => axis - 1) as unknown as Axes) : undefined;
  },
  format: (axes) => axes.map((axis) => axis + 1).join("-"),
};

const dimensionsCodec: Codec<Dimensions> = {
  parse: (value) => (value === "2" ? 2 : value === "3" ? 3 : undefined),
  format: String,
};

function wholeIn(min: number, max: number): Codec<number> {
  const { parse, format } = numberIn(min, max);
  return {
    parse(value) {
      const number = parse(value);
      return number !== undefined && Number.isInteger(number) ? number : undefined;
    },
    format,
  };
}

const { toggle, choose, pick, slide } = controlsIn(t);
const unkept = { store: false } as const;

export const settings = defineSettings("embeddings", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  step: setting<StepChoice>(null, stepChoice, unkept),
  /** The step whose principal axes are used; null: the newest when the points were opened. */
  fit: setting<StepChoice>(null, stepChoice, unkept),

  method: choose<Method>("pca", "method", { pca: "pca", tsne: "tsne", umap: "umap" }),
  dimensions: pick<Dimensions>(
    3,
    dimensionsCodec,
    "picture",
    () => [
      { value: 2, label: t("two") },
      { value: 3, label: t("three") },
    ],
    { opens: false },
  ),
  axes: setting<Axes>([0, 1, 2], axesCodec, unkept),
  scaling: choose<Scaling>(
    "none",
    "scaling",
    { none: "asLogged", sphere: "sphere", standard: "standard" },
    { opens: true },
  ),
  seed: setting(0, wholeIn(0, 4294967295)),
  /** Points that t-SNE and UMAP lay out at most; 0: all. */
  limit: setting(0, wholeIn(0, 10_000_000)),
  perplexity: slide(30, "perplexity", [2, 200, 1], { below: true }),
  /** 0: by the number of points. */
  rate: slide(0, () => `${t("rate")} (${t("rateHint")})`, [0, 2000, 10], {
    below: true,
    codec: numberIn(0, 10_000),
  }),
  iterations: slide(1000, "iterations", [50, 5000, 50], {
    below: true,
    codec: wholeIn(50, 20_000),
  }),
  neighbors: slide(15, "neighbors", [2, 200, 1], { below: true, codec: wholeIn(2, 200) }),
  minDist: slide(0.1, "minDist", [0, 0.99, 0.01], { below: true }),
  umapMetric: choose<UmapMetric>(
    "euclidean",
    "distance",
    {
      euclidean: "euclidean",
      cosine: "cosine",
      manhattan: "manhattan",
      correlation: "correlation",
    },
    { opens: true },
  ),

  /** Names of columns; empty: the first one that fits. */
  label: setting("", text, unkept),
  color: setting("", text, unkept),
  colorAs: choose<ColorAs>(
    "auto",
    "colors",
    { auto: "auto", categories: "categories", ramp: "ramp" },
    { opens: true },
  ),
  search: setting("", text, unkept),
  searchIn: setting("", text, unkept),
  /** The point that was clicked; -1: none. */
  point: setting(-1, wholeIn(-1, 1e9), unkept),
  metric: choose<Metric>("cosine", "distance", { cosine: "cosine", euclidean: "euclidean" }),
  nearest: setting(10, wholeIn(1, 200)),
  /** Labels of all points, as far as there is room. */
  labels: toggle(false, "labels"),
  thumbnails: toggle(false, "thumbnails"),
  diameter: slide(7, "size", [2, 24, 1]),

  left: setting(true, flag, { link: false }),
  right: setting(true, flag, { link: false }),
});

export type EmbeddingSettings = typeof settings;
