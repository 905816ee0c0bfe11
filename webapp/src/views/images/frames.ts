/** Single images of a series, as the index of its records lists them. */

import { mediaUrl, type RecordSeries } from "../../api/records";

/** The numbers of the summaries that the view asks for. */
export const FIELDS = [
  "width",
  "height",
  "channels",
  "clipped",
  "nan",
  "cells.rows",
  "cells.columns",
] as const;

export interface ImageFrame {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly walltime: number;
  /** Size of the file. */
  readonly bytes: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA. */
  readonly channels: number;
  /** Logged values that lay beyond the range and were clipped to it. */
  readonly clipped: number;
  readonly nan: number;
  /** Rows and columns of an image matrix; 1 and 1 of any other image. */
  readonly rows: number;
  readonly columns: number;
  readonly address: string;
}

/** null if there is no such record. */
export function frameAt(series: RecordSeries | null, index: number): ImageFrame | null {
  const step = series?.step[index];
  if (series === null || step === undefined) return null;
  const { run, tag } = series;
  const field = (name: (typeof FIELDS)[number]): number => series.fields[name]?.[index] ?? NaN;
  return {
    run,
    tag,
    step,
    walltime: series.walltime[index] ?? NaN,
    bytes: series.bytes[index] ?? NaN,
    width: field("width"),
    height: field("height"),
    channels: field("channels"),
    clipped: field("clipped") || 0,
    nan: field("nan") || 0,
    rows: field("cells.rows") || 1,
    columns: field("cells.columns") || 1,
    address: mediaUrl("image", run, tag, step, series.check[index] ?? null),
  };
}

/** Address of the file to keep. */
export function downloadUrl({ run, tag, step }: ImageFrame): string {
  return mediaUrl("image", run, tag, step, null, true);
}

/** What whoever moves on from `index` will want next, the likeliest first. */
export function neighbors(series: RecordSeries | null, index: number, from: number): string[] {
  const by = index < from ? -1 : 1;
  return [index + by, index + 2 * by, index - by].flatMap((at) => {
    const frame = frameAt(series, at);
    return frame === null ? [] : [frame.address];
  });
}
