/** What the view can be told, remembered and carried by links. */

import type { Metric } from "../../api/embeddings";
import type { Method, Scaling, UmapMetric } from "../../api/projections";
import { stepChoice } from "../../cards/step-codec";
import type { StepChoice } from "../../cards/steps";
import type { Dimensions } from "../../charts/scatter/camera";
import { choice, flag, numberIn, text, type Codec } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { ColorAs } from "./coloring";

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

const unkept = { store: false } as const;

export const settings = defineSettings("embeddings", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  step: setting<StepChoice>(null, stepChoice, unkept),
  /** The step whose principal axes are used; null: the newest when the points were opened. */
  fit: setting<StepChoice>(null, stepChoice, unkept),

  method: setting<Method>("pca", choice("pca", "tsne", "umap")),
  dimensions: setting<Dimensions>(3, dimensionsCodec),
  axes: setting<Axes>([0, 1, 2], axesCodec, unkept),
  scaling: setting<Scaling>("none", choice("none", "sphere", "standard")),
  seed: setting(0, wholeIn(0, 4294967295)),
  /** Points that t-SNE and UMAP lay out at most; 0: all. */
  limit: setting(0, wholeIn(0, 10_000_000)),
  perplexity: setting(30, numberIn(2, 200)),
  /** 0: by the number of points. */
  rate: setting(0, numberIn(0, 10_000)),
  iterations: setting(1000, wholeIn(50, 20_000)),
  neighbors: setting(15, wholeIn(2, 200)),
  minDist: setting(0.1, numberIn(0, 0.99)),
  umapMetric: setting<UmapMetric>(
    "euclidean",
    choice("euclidean", "cosine", "manhattan", "correlation"),
  ),

  /** Names of columns; empty: the first one that fits. */
  label: setting("", text, unkept),
  color: setting("", text, unkept),
  colorAs: setting<ColorAs>("auto", choice("auto", "categories", "ramp")),
  search: setting("", text, unkept),
  searchIn: setting("", text, unkept),
  /** The point that was clicked; -1: none. */
  point: setting(-1, wholeIn(-1, 1e9), unkept),
  metric: setting<Metric>("cosine", choice("cosine", "euclidean")),
  nearest: setting(10, wholeIn(1, 200)),
  /** Labels of all points, as far as there is room. */
  labels: setting(false, flag),
  thumbnails: setting(false, flag),
  diameter: setting(7, numberIn(2, 24)),

  left: setting(true, flag, { link: false }),
  right: setting(true, flag, { link: false }),
});

export type EmbeddingSettings = typeof settings;
