/** Single sounds of a series, as the index of its records lists them. */

import { mediaUrl, type RecordSeries } from "../../api/records";
import type { Note } from "../../cards/notes";
import { t } from "./texts";

/** The numbers of the summaries that the view asks for. */
export const FIELDS = [
  "sample_rate",
  "channels",
  "frames",
  "seconds",
  "bits",
  "clipped",
  "nan",
] as const;

export interface SoundRecord {
  readonly step: number;
  readonly bytes: number;
  /** Samples a second. */
  readonly rate: number;
  readonly channels: number;
  readonly frames: number;
  readonly seconds: number;
  readonly bits: number;
  readonly clipped: number;
  readonly nan: number;
  readonly address: string;
}

/** null if there is no such record. */
export function soundAt(series: RecordSeries | null, index: number): SoundRecord | null {
  const step = series?.step[index];
  if (series === null || step === undefined) return null;
  const field = (name: (typeof FIELDS)[number]): number => series.fields[name]?.[index] ?? NaN;
  return {
    step,
    bytes: series.bytes[index] ?? NaN,
    rate: field("sample_rate"),
    channels: field("channels"),
    frames: field("frames"),
    seconds: field("seconds"),
    bits: field("bits"),
    clipped: field("clipped") || 0,
    nan: field("nan") || 0,
    address: mediaUrl("audio", series.run, series.tag, step, series.check[index] ?? null),
  };
}

/** `1:02.5`: minutes, seconds and tenths. */
export function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${rest}`;
}

export function soundWords({ rate, channels, bits }: SoundRecord): string {
  const hertz = rate < 1000 ? `${rate} Hz` : `${rate / 1000} kHz`;
  const sides =
    channels === 1 ? t("mono") : channels === 2 ? t("stereo") : t("channels", { n: channels });
  return [hertz, sides, t("bits", { n: bits })].join(" · ");
}

/** What is not heard as it was logged. */
export function notesOf({ clipped, nan }: SoundRecord): Note[] {
  return [
    ...(clipped > 0
      ? [{ text: t("clipped", { n: clipped }), title: t("clippedWhy", { n: clipped }) }]
      : []),
    ...(nan > 0 ? [{ text: t("nan", { n: nan }), title: t("nanWhy", { n: nan }) }] : []),
  ];
}
