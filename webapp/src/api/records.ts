/** The records of any kind but scalars: their index, single payloads, and their files. */

import { arraysIn } from "./arrays";
import { ask, askFile, askWith } from "./ask";
import { floats, sameLength } from "./columns";
import { flag, number, text } from "./decode";
import { orMissing, type MissingSeries, type SeriesKey } from "./series";
import { fields, list, mapped, object, record, type Of } from "./shapes";
import type { Kind } from "./kinds";

/** What the caller holds already: then only what came after it may be answered. */
export type AskedSeries = SeriesKey & { readonly have?: number; readonly version?: number };

const columns = object({
  run: text,
  tag: text,
  /** Grows when what was already given may have changed. */
  version: number,
  count: number,
  superseded: number,
  /** The columns hold only what came after the caller's `have`. */
  append: flag,
  step: floats,
  walltime: floats,
  /** Sizes of the payloads. */
  bytes: floats,
  /** Checksums of the payloads: what makes an address of one good for ever. */
  check: floats,
  /** The numbers of the summaries that were asked for; NaN where one has none. */
  fields: record(floats),
  /** The summary of the newest record. */
  newest: fields,
});
/** The index of a series: columns in step order, one item for each step. */
export type RecordSeries = Of<typeof columns>;

const recordSeries = mapped(columns, (series, where) => {
  const { step, walltime, bytes, check } = series;
  sameLength(where, { step, walltime, bytes, check, ...series.fields });
  return series;
});

export const records = object({ series: list(orMissing(recordSeries)) });

/** One record, whole. */
export const payload = object({
  run: text,
  tag: text,
  step: number,
  /** Seconds since 1970. */
  walltime: number,
  summary: fields,
  /** Arrays in it are typed arrays, or `Shaped` ones. */
  payload: mapped(arraysIn, fields),
});
export type Payload = Of<typeof payload>;

/**
 * The index of up to 2000 series of a kind.
 * @param fieldNames - of numbers in the summaries that shall come as columns.
 * @returns one entry for each of `series`, in its order. Rejects with an AbortError when aborted.
 */
export async function fetchRecords(
  kind: Kind,
  series: readonly AskedSeries[],
  fieldNames: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (RecordSeries | MissingSeries)[]> {
  const question = { kind, series, fields: fieldNames };
  return records(await askWith("records", question, signal), "records").series;
}

/** @param check - of the index, so that the browser keeps the answer; null: whatever is there now. */
export async function fetchPayload(
  kind: Kind,
  run: string,
  tag: string,
  step: number,
  check: number | null = null,
  signal?: AbortSignal,
): Promise<Payload> {
  const query = place(kind, run, tag, step, check);
  return payload(await ask(`payload?${query}`, { signal: signal ?? null }), "payload");
}

/** Address of a payload's own file; with `download` it is saved instead of shown. */
export function mediaUrl(
  kind: Kind,
  run: string,
  tag: string,
  step: number,
  check: number | null = null,
  download = false,
): string {
  const query = place(kind, run, tag, step, check);
  if (download) query.set("download", "true");
  return `./api/media?${query}`;
}

/** The file at an address of `mediaUrl`. */
export function fetchMedia(address: string, signal?: AbortSignal): Promise<Blob> {
  return askFile(address, signal);
}

function place(
  kind: Kind,
  run: string,
  tag: string,
  step: number,
  check: number | null,
): URLSearchParams {
  const query = new URLSearchParams({ kind, run, tag, step: String(step) });
  if (check !== null) query.set("check", String(check));
  return query;
}
