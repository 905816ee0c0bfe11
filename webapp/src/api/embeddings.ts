/** Points in many dimensions: what is known of them, their neighbors, and uploads of others. */

import { typed } from "./arrays";
import { ask, askWith } from "./ask";
import { floats } from "./columns";
import { number, text } from "./decode";
import { choice, list, mapped, nullable, object, type Of } from "./shapes";

/** Points that were logged at a step, or that were uploaded. */
export type EmbeddingsSource =
  | { readonly run: string; readonly tag: string; readonly step: number }
  | { readonly upload: string };

const columnType = object({ type: choice(["number", "text"]) });
const textColumn = object({ name: text, type: choice(["text"]), values: list(text) });
const numberColumn = object({
  name: text,
  type: choice(["number"]),
  values: mapped(typed, (values) => Float64Array.from(values)),
});

/** What is known of each point: numbers or texts, [N]. */
function metadataColumn(value: unknown, where: string) {
  const { type } = columnType(value, where);
  return type === "text" ? textColumn(value, where) : numberColumn(value, where);
}
export type MetadataColumn = Of<typeof metadataColumn>;

/** Small pictures of all points: cells of one sheet, row by row. */
const thumbnails = object({ width: number, height: number, across: number });
export type Thumbnails = Of<typeof thumbnails>;

export const pointSet = object({
  points: number,
  dimensions: number,
  /** Points with a NaN or an infinity, which have no projection. */
  left_out: number,
  /** Checksum of the payload. */
  check: number,
  columns: list(metadataColumn),
  thumbnails: nullable(thumbnails),
});
export type PointSet = Of<typeof pointSet>;

export type Metric = "cosine" | "euclidean";

/** The nearest first. */
const neighbors = object({ points: floats, distances: floats });
export type Neighbors = Of<typeof neighbors>;

const begunUpload = object({ id: text, piece: number });

export function place(source: EmbeddingsSource): URLSearchParams {
  const entries = Object.entries(source).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(entries as [string, string][]);
}

export async function fetchPointSet(
  source: { readonly run: string; readonly tag: string; readonly step: number },
  signal: AbortSignal,
): Promise<PointSet> {
  return pointSet(await ask(`embeddings?${place(source)}`, { signal }), "embeddings");
}

/** Address of the sheet of thumbnails. @param check - so that the browser may keep it. */
export function thumbnailsUrl(source: EmbeddingsSource, check: number): string {
  return `./api/embeddings/thumbnails?${place(source)}&check=${check}`;
}

export async function fetchNeighbors(
  source: EmbeddingsSource,
  point: number,
  count: number,
  metric: Metric,
  signal: AbortSignal,
): Promise<Neighbors> {
  const query = place(source);
  query.set("point", String(point));
  query.set("number", String(count));
  query.set("metric", metric);
  return neighbors(await ask(`embeddings/neighbors?${query}`, { signal }), "neighbors");
}

/**
 * Bring vectors, [points, dimensions], into the server's memory, in pieces.
 * @param progress - called with the share that has arrived, 0 to 1.
 * @returns the upload's id.
 */
export async function upload(
  vectors: Float32Array,
  points: number,
  dimensions: number,
  progress: (share: number) => void,
): Promise<string> {
  const { id, piece } = begunUpload(await askWith("uploads", { points, dimensions }), "upload");
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
