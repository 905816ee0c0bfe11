/** Points in many dimensions: what is known of them, their neighbours, and uploads of others. */

import { each } from "./answers";
import { typed } from "./arrays";
import { ask, askWith } from "./ask";
import { asChoice, asFields, asFloats, asList, asNumber, asText, orNull } from "./decode";

/** Points that were logged at a step, or that were uploaded. */
export type Source =
  | { readonly run: string; readonly tag: string; readonly step: number }
  | { readonly upload: string };

/** What is known of each point: numbers or texts, [N]. */
export type MetadataColumn =
  | { readonly name: string; readonly type: "number"; readonly values: Float64Array }
  | { readonly name: string; readonly type: "text"; readonly values: readonly string[] };

/** Small pictures of all points: cells of one sheet, row by row. */
export interface Thumbnails {
  readonly width: number;
  readonly height: number;
  readonly across: number;
}

export interface PointSet {
  readonly points: number;
  readonly dimensions: number;
  /** Points with a NaN or an infinity, which have no projection. */
  readonly leftOut: number;
  /** Checksum of the payload. */
  readonly check: number;
  readonly columns: readonly MetadataColumn[];
  readonly thumbnails: Thumbnails | null;
}

export type Metric = "cosine" | "euclidean";

/** The nearest first. */
export interface Neighbours {
  readonly points: Float64Array;
  readonly distances: Float64Array;
}

function columnOf(value: unknown, where: string): MetadataColumn {
  const { name, type, values } = asFields(value, where);
  const common = { name: asText(name, `${where}.name`) };
  if (asChoice(type, `${where}.type`, ["number", "text"]) === "text") {
    const texts = asList(values, `${where}.values`);
    texts.forEach((text, i) => asText(text, `${where}.values[${i}]`));
    return { ...common, type: "text", values: texts as readonly string[] };
  }
  return {
    ...common,
    type: "number",
    values: Float64Array.from(typed(values, `${where}.values`)),
  };
}

function thumbnailsOf(value: unknown, where: string): Thumbnails {
  const { width, height, across } = asFields(value, where);
  return {
    width: asNumber(width, `${where}.width`),
    height: asNumber(height, `${where}.height`),
    across: asNumber(across, `${where}.across`),
  };
}

export function pointSetOf(value: unknown): PointSet {
  const fields = asFields(value, "embeddings");
  return {
    points: asNumber(fields.points, "points"),
    dimensions: asNumber(fields.dimensions, "dimensions"),
    leftOut: asNumber(fields.left_out, "left_out"),
    check: asNumber(fields.check, "check"),
    columns: each(fields.columns, "columns", columnOf),
    thumbnails: orNull(fields.thumbnails, "thumbnails", thumbnailsOf),
  };
}

export function place(source: Source): URLSearchParams {
  const entries = Object.entries(source).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(entries as [string, string][]);
}

export async function fetchPointSet(
  source: { readonly run: string; readonly tag: string; readonly step: number },
  signal: AbortSignal,
): Promise<PointSet> {
  return pointSetOf(await ask(`embeddings?${place(source)}`, { signal }));
}

/** Address of the sheet of thumbnails. @param check - so that the browser may keep it. */
export function thumbnailsUrl(source: Source, check: number): string {
  return `./api/embeddings/thumbnails?${place(source)}&check=${check}`;
}

export async function fetchNeighbours(
  source: Source,
  point: number,
  number: number,
  metric: Metric,
  signal: AbortSignal,
): Promise<Neighbours> {
  const query = place(source);
  query.set("point", String(point));
  query.set("number", String(number));
  query.set("metric", metric);
  const fields = asFields(await ask(`embeddings/neighbours?${query}`, { signal }), "neighbours");
  return {
    points: asFloats(fields.points, "points"),
    distances: asFloats(fields.distances, "distances"),
  };
}

/**
 * Bring vectors, [points, dimensions], into the server's memory, in pieces.
 * @param progress - told the share that has arrived, 0 to 1.
 * @returns the upload's id.
 */
export async function upload(
  vectors: Float32Array,
  points: number,
  dimensions: number,
  progress: (share: number) => void,
): Promise<string> {
  const begun = asFields(await askWith("uploads", { points, dimensions }), "upload");
  const id = asText(begun.id, "upload.id");
  const piece = asNumber(begun.piece, "upload.piece");
  const bytes = new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  for (let offset = 0; offset < bytes.length; offset += piece) {
    const body = bytes.slice(offset, offset + piece);
    await ask(`uploads/${id}?offset=${offset}`, { method: "POST", body });
    progress(Math.min(1, (offset + piece) / bytes.length));
  }
  return id;
}

export async function forgetUpload(id: string): Promise<void> {
  await ask(`uploads/${id}`, { method: "DELETE" });
}
