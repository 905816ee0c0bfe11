/** Projections: started, watched, cancelled. The server does the work, and keeps what it has done. */

import { typed } from "./arrays";
import { ask, askWith } from "./ask";
import { floats } from "./columns";
import { flag, number, text } from "./decode";
import { choice, list, mapped, nullable, object, partial, type Of } from "./shapes";

export const METHODS = ["pca", "tsne", "umap"] as const;
export type Method = (typeof METHODS)[number];
export type Scaling = "none" | "sphere" | "standard";
export type UmapMetric = "euclidean" | "cosine" | "manhattan" | "correlation";

/** What is wanted, as docs/http-api.md names it. */
export interface WantedProjection {
  readonly run?: string;
  readonly tag?: string;
  readonly step?: number;
  readonly upload?: string;
  readonly method: Method;
  readonly components?: 2 | 3;
  readonly scaling?: Scaling;
  readonly seed?: number;
  readonly fit_step?: number | null;
  readonly after?: string | null;
  readonly limit?: number | null;
  readonly perplexity?: number;
  readonly learning_rate?: number | null;
  readonly iterations?: number;
  readonly neighbors?: number;
  readonly min_dist?: number;
  readonly metric?: UmapMetric;
  /** false: only find it. */
  readonly start?: boolean;
}

const STATES = ["unmade", "queued", "running", "paused", "done", "failed", "cancelled"] as const;

/** Coordinates are kept as the 32-bit floats that they are. */
const coordinates = mapped(typed, (numbers) =>
  numbers instanceof Float32Array ? numbers : Float32Array.from(numbers),
);

export const projection = object({
  id: text,
  method: choice(METHODS),
  state: choice(STATES),
  /** Others whose turn comes before. */
  ahead: number,
  /** Share that is done, 0 to 1. */
  done: number,
  iteration: nullable(number),
  error: nullable(text),
  points: number,
  dimensions: number,
  left_out: number,
  projected: number,
  reduced_to: nullable(number),
  perplexity: nullable(number),
  neighbors: nullable(number),
  aligned: flag,
  seconds: number,
  version: number,
  /** PCA: shares of the variance. */
  ratio: nullable(floats),
  exact: nullable(flag),
  /** A column for each component, [N] each; null: the same as before. */
  coordinates: nullable(list(coordinates)),
});
export type Projection = Of<typeof projection>;

const methodsAnswer = object({
  methods: partial({ pca: flag, tsne: flag, umap: flag }),
  missing: partial({ pca: text, tsne: text, umap: text }),
});

export interface Methods {
  readonly there: ReadonlySet<Method>;
  /** What to do for those that are not there. */
  readonly missing: Readonly<Partial<Record<Method, string>>>;
}

export async function fetchMethods(): Promise<Methods> {
  const { methods, missing } = methodsAnswer(await ask("projections"), "projections");
  return { there: new Set(METHODS.filter((method) => methods[method] === true)), missing };
}

export async function startProjection(
  wanted: WantedProjection,
  signal?: AbortSignal,
): Promise<Projection> {
  return projection(await askWith("projections", wanted, signal), "projection");
}

/** @param have - the version of the coordinates that the caller holds. */
export async function fetchProjection(
  id: string,
  have: number,
  signal: AbortSignal,
): Promise<Projection> {
  return projection(await ask(`projections/${id}?have=${have}`, { signal }), "projection");
}

export async function pauseProjection(id: string): Promise<Projection> {
  return projection(await askWith(`projections/${id}/pause`, {}), "projection");
}

export async function resumeProjection(id: string): Promise<Projection> {
  return projection(await askWith(`projections/${id}/resume`, {}), "projection");
}

export async function cancelProjection(id: string): Promise<Projection> {
  return projection(await ask(`projections/${id}`, { method: "DELETE" }), "projection");
}
