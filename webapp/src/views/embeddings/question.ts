/** From the view's settings to the projection that is wanted. Pure. */

import type { EmbeddingsSource } from "../../api/embeddings";
import type { Method, Scaling, UmapMetric, WantedProjection } from "../../api/projections";
import type { Dimensions } from "../../charts/scatter/camera";

export interface EmbeddingParameters {
  readonly method: Method;
  readonly dimensions: Dimensions;
  readonly scaling: Scaling;
  readonly seed: number;
  /** 0: all points. */
  readonly limit: number;
  readonly perplexity: number;
  /** 0: by the number of points. */
  readonly rate: number;
  readonly iterations: number;
  readonly neighbors: number;
  readonly minDist: number;
  readonly umapMetric: UmapMetric;
}

/**
 * @param fit - the step whose principal axes are used; null: the points' own.
 * @param after - id of the layout to begin from; null: none.
 */
export function wantedOf(
  source: EmbeddingsSource,
  parameters: EmbeddingParameters,
  fit: number | null,
  after: string | null,
): WantedProjection {
  const { method, scaling, seed } = parameters;
  if (method === "pca") return { ...source, method, scaling, seed, fit_step: fit };
  const common = {
    ...source,
    method,
    scaling,
    seed,
    after,
    components: parameters.dimensions,
    limit: parameters.limit === 0 ? null : Math.max(10, parameters.limit),
  };
  if (method === "tsne") {
    return {
      ...common,
      perplexity: parameters.perplexity,
      learning_rate: parameters.rate === 0 ? null : parameters.rate,
      iterations: parameters.iterations,
    };
  }
  return {
    ...common,
    neighbors: parameters.neighbors,
    min_dist: parameters.minDist,
    metric: parameters.umapMetric,
  };
}

/** Key that is the same for every step of the same points: layouts of one key are laid upon each other. */
export function layoutKey(wanted: WantedProjection): string {
  return JSON.stringify({ ...wanted, step: 0, after: null, fit_step: null });
}
