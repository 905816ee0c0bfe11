/** Loss landscapes: which there are, whole ones, and addresses of their files. */

import { ask } from "./ask";
import {
  landscape,
  landscapeList,
  type Landscape,
  type LandscapePlace,
  type LandscapeSummary,
} from "./landscape-shapes";

export type * from "./landscape-shapes";

/** What the server knows of the landscapes of some runs. */
export interface Listed {
  readonly landscapes: readonly LandscapeSummary[];
  /** Formats of files that it can write. */
  readonly formats: readonly LandscapeFormat[];
}

/** Formats that this page does not know are left out. */
export function listedOf(answer: unknown): Listed {
  const { landscapes, formats } = landscapeList(answer, "landscapes");
  return { landscapes, formats: LANDSCAPE_FORMATS.filter((format) => formats.includes(format)) };
}

/** Beyond so many runs all are asked for: addresses have an end. */
const MOST_IN_ADDRESS = 100;

/**
 * The landscapes of some runs, in their order; of each the later step, and of one step the later id, first.
 * Rejects with an AbortError when aborted.
 */
export async function fetchLandscapes(
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<Listed> {
  if (runs.length === 0) return { landscapes: [], formats: [] };
  const query = new URLSearchParams();
  if (runs.length <= MOST_IN_ADDRESS) for (const run of runs) query.append("run", run);
  const all = listedOf(await ask(`landscapes?${query}`, { signal: signal ?? null }));
  const wanted = new Set(runs);
  return { ...all, landscapes: all.landscapes.filter(({ run }) => wanted.has(run)) };
}

function placeQuery(run: string, tag: string, step: number | null, id: string | null) {
  const query = new URLSearchParams({ run, tag });
  if (step !== null) query.set("step", String(step));
  if (id !== null) query.set("id", id);
  return query;
}

/**
 * A landscape, put together of all its records.
 * @param step - null: the newest that the tag has.
 * @param id - null: the newest of that step.
 */
export async function fetchLandscape(
  run: string,
  tag: string,
  step: number | null = null,
  id: string | null = null,
  signal?: AbortSignal,
): Promise<Landscape> {
  const query = placeQuery(run, tag, step, id);
  return landscape(await ask(`landscape?${query}`, { signal: signal ?? null }), "landscape");
}

export const LANDSCAPE_FORMATS = ["npz", "csv", "vtk", "obj", "stl", "hdf5"] as const;
export type LandscapeFormat = (typeof LANDSCAPE_FORMATS)[number];

/** What a file holds; a table and an archive hold every metric as it is. */
export interface LandscapeFileOptions {
  /** The height of the surface. */
  readonly metric?: string;
  /** Its logarithm instead. */
  readonly log?: boolean;
  /** Heights above it are cut off. */
  readonly zmax?: number | null;
  /** So many points along each axis, interpolated. */
  readonly interpolate?: number | null;
}

/** Address of a landscape as a file to save. */
export function landscapeFileAddress(
  { run, tag, step, id }: LandscapePlace,
  format: LandscapeFormat,
  { metric, log = false, zmax = null, interpolate = null }: LandscapeFileOptions = {},
): string {
  const query = placeQuery(run, tag, step, id);
  query.set("format", format);
  if (metric !== undefined) query.set("metric", metric);
  if (log) query.set("log", "true");
  if (zmax !== null) query.set("zmax", String(zmax));
  if (interpolate !== null) query.set("interpolate", String(interpolate));
  return `./api/landscape/file?${query}`;
}
