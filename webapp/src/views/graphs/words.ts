/** Numbers of graphs as text. */

import { formatBytes } from "../../lib/format";

const UNITS = [
  ["P", 1e15],
  ["T", 1e12],
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
] as const;

/** Four digits and a letter: `3.628 G`; empty where nothing is known. */
export function quantity(value: number): string {
  if (!Number.isFinite(value)) return "";
  const [letter, size] = UNITS.find(([, from]) => value >= from) ?? ["", 1];
  return `${Number((value / size).toPrecision(4))}${letter === "" ? "" : ` ${letter}`}`;
}

/** A dash for nothing, so that columns stay easy to read. */
export function orDash(value: number): string {
  return value === 0 || !Number.isFinite(value) ? "–" : quantity(value);
}

export function bytesText(value: number): string {
  return value === 0 || !Number.isFinite(value) ? "–" : formatBytes(value);
}

export function share(part: number, whole: number): string {
  if (!(whole > 0) || !(part > 0)) return "–";
  const percent = (100 * part) / whole;
  if (percent < 0.1) return "<0.1 %";
  return `${percent < 99.95 ? percent.toFixed(1) : "100"} %`;
}

export function secondsText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value < 1e-3) return `${Number((value * 1e6).toPrecision(3))} µs`;
  return value < 1
    ? `${Number((value * 1e3).toPrecision(3))} ms`
    : `${Number(value.toPrecision(3))} s`;
}

/** `+12.5 %` of what it was; empty where it was nothing. */
export function changeText(now: number, before: number): string {
  if (!(before > 0) || !Number.isFinite(now)) return "";
  const percent = (100 * (now - before)) / before;
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(digits)} %`;
}
