/** Projections: started, watched, cancelled. The server does the work, and keeps what it has done. */

import { typed } from "./arrays";
import { ask, askWith } from "./ask";
import { asChoice, asFields, asFlag, asFloats, asList, asNumber, asText, orNull } from "./decode";
import type { Fields } from "./decode";

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

const STATES = ["unmade", "queued", "running", "done", "failed", "cancelled"] as const;

export interface Projection {
  readonly id: string;
  readonly method: Method;
  readonly state: (typeof STATES)[number];
  /** Others whose turn comes before. */
  readonly ahead: number;
  /** Share that is done, 0 to 1. */
  readonly done: number;
  readonly iteration: number | null;
  readonly error: string | null;
  readonly points: number;
  readonly dimensions: number;
  readonly leftOut: number;
  readonly projected: number;
  readonly reducedTo: number | null;
  readonly perplexity: number | null;
  readonly neighbors: number | null;
  readonly aligned: boolean;
  readonly seconds: number;
  readonly version: number;
  /** PCA: shares of the variance. */
  readonly ratio: Float64Array | null;
  readonly exact: boolean | null;
  /** A column for each component, [N] each; null: the same as before. */
  readonly coordinates: readonly Float32Array[] | null;
}

export interface Methods {
  readonly there: ReadonlySet<Method>;
  /** What to do for those that are not there. */
  readonly missing: ReadonlyMap<Method, string>;
}

export function projectionOf(value: unknown): Projection {
  const p = asFields(value, "projection");
  const number = (name: string) => asNumber(p[name], name);
  const orNone = (name: string) => orNull(p[name], name, asNumber);
  return {
    id: asText(p.id, "id"),
    method: asChoice(p.method, "method", METHODS),
    state: asChoice(p.state, "state", STATES),
    ahead: number("ahead"),
    done: number("done"),
    iteration: orNone("iteration"),
    error: orNull(p.error, "error", asText),
    points: number("points"),
    dimensions: number("dimensions"),
    leftOut: number("left_out"),
    projected: number("projected"),
    reducedTo: orNone("reduced_to"),
    perplexity: orNone("perplexity"),
    neighbors: orNone("neighbors"),
    aligned: asFlag(p.aligned, "aligned"),
    seconds: number("seconds"),
    version: number("version"),
    ratio: orNull(p.ratio, "ratio", asFloats),
    exact: orNull(p.exact, "exact", asFlag),
    coordinates: orNull(p.coordinates, "coordinates", columnsOf),
  };
}

function columnsOf(value: unknown, where: string): readonly Float32Array[] {
  return asList(value, where).map((column, i) => {
    const numbers = typed(column, `${where}[${i}]`);
    return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
  });
}

export async function fetchMethods(): Promise<Methods> {
  const { methods, missing } = asFields(await ask("projections"), "projections");
  const named = (fields: Fields) => METHODS.filter((method) => fields[method] === true);
  const why = asFields(missing, "missing");
  const words = METHODS.flatMap((method) =>
    why[method] === undefined ? [] : [[method, asText(why[method], method)] as const],
  );
  return { there: new Set(named(asFields(methods, "methods"))), missing: new Map(words) };
}

export async function startProjection(
  wanted: WantedProjection,
  signal?: AbortSignal,
): Promise<Projection> {
  return projectionOf(await askWith("projections", wanted, signal));
}

/** @param have - the version of the coordinates that the caller holds. */
export async function fetchProjection(
  id: string,
  have: number,
  signal: AbortSignal,
): Promise<Projection> {
  return projectionOf(await ask(`projections/${id}?have=${have}`, { signal }));
}

export async function cancelProjection(id: string): Promise<Projection> {
  return projectionOf(await ask(`projections/${id}`, { method: "DELETE" }));
}
