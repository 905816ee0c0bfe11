/** The records of any kind but scalars: their index, single payloads, and their files. */

import { each, sameLength } from "./answers";
import { arraysIn } from "./arrays";
import { ask, askFile, askWith } from "./ask";
import { asFields, asFlag, asFloats, asNumber, asText, orNull } from "./decode";
import type { Fields } from "./decode";
import type { Kind, MissingSeries, Seconds, SeriesKey } from "./types";

/** What the caller holds already: then only what came after it may be answered. */
export type AskedSeries = SeriesKey & { readonly have?: number; readonly version?: number };

/** The index of a series: columns in step order, one item for each step. */
export interface RecordSeries extends SeriesKey {
  /** Grows when what was already given may have changed. */
  readonly version: number;
  readonly count: number;
  readonly superseded: number;
  /** The columns hold only what came after the caller's `have`. */
  readonly append: boolean;
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  /** Sizes of the payloads. */
  readonly bytes: Float64Array;
  /** Checksums of the payloads: what makes an address of one good for ever. */
  readonly check: Float64Array;
  /** The numbers of the summaries that were asked for; NaN where one has none. */
  readonly fields: Readonly<Record<string, Float64Array>>;
  /** The summary of the newest record. */
  readonly newest: Fields;
}

/** One record, whole. Arrays in the payload are typed arrays, or `Shaped` ones. */
export interface Payload extends SeriesKey {
  readonly step: number;
  readonly walltime: Seconds;
  readonly summary: Fields;
  readonly payload: Fields;
}

function seriesOf(value: unknown, where: string): RecordSeries | MissingSeries {
  const s = asFields(value, where);
  const key = { run: asText(s.run, `${where}.run`), tag: asText(s.tag, `${where}.tag`) };
  if (s.error !== undefined) return { ...key, error: asText(s.error, `${where}.error`) };
  const named = Object.entries(asFields(s.fields, `${where}.fields`));
  const columns = {
    step: asFloats(s.step, `${where}.step`),
    walltime: asFloats(s.walltime, `${where}.walltime`),
    bytes: asFloats(s.bytes, `${where}.bytes`),
    check: asFloats(s.check, `${where}.check`),
  };
  const fields = Object.fromEntries(
    named.map(([name, column]) => [name, asFloats(column, `${where}.fields.${name}`)]),
  );
  sameLength(where, { ...columns, ...fields });
  return {
    ...key,
    version: asNumber(s.version, `${where}.version`),
    count: asNumber(s.count, `${where}.count`),
    superseded: asNumber(s.superseded, `${where}.superseded`),
    append: asFlag(s.append, `${where}.append`),
    ...columns,
    fields,
    newest: orNull(s.newest, `${where}.newest`, asFields) ?? {},
  };
}

export function recordsOf(value: unknown): readonly (RecordSeries | MissingSeries)[] {
  return each(asFields(value, "records").series, "series", seriesOf);
}

export function payloadOf(value: unknown): Payload {
  const p = asFields(value, "payload");
  return {
    run: asText(p.run, "run"),
    tag: asText(p.tag, "tag"),
    step: asNumber(p.step, "step"),
    walltime: asNumber(p.walltime, "walltime"),
    summary: asFields(p.summary, "summary"),
    payload: asFields(arraysIn(p.payload, "payload"), "payload"),
  };
}

/**
 * The index of up to 2000 series of a kind.
 * @param fields - names of numbers in the summaries that shall come as columns.
 * @returns one entry for each of `series`, in its order. Rejects with an AbortError when aborted.
 */
export async function fetchRecords(
  kind: Kind,
  series: readonly AskedSeries[],
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (RecordSeries | MissingSeries)[]> {
  return recordsOf(await askWith("records", { kind, series, fields }, signal));
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
  return payloadOf(await ask(`payload?${query}`, { signal: signal ?? null }));
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
