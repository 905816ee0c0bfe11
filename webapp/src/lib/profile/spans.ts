/** Spans of time in nanoseconds as text. */

import { roundStep, type Ticks } from "../ticks";

const units = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
] as const;

/** `345 ns`, `12.3 µs`, `4.21 ms`, `1.23 s`, `2 min 5 s`; a number that is none is a dash. */
export function spanText(ns: number): string {
  if (!Number.isFinite(ns)) return "–";
  const sign = ns < 0 ? "-" : "";
  const size = Math.abs(ns);
  if (size < 1) return size === 0 ? "0" : `${sign}${Number(size.toPrecision(2))} ns`;
  if (size >= 119.5e9) {
    const seconds = Math.round(size / 1e9);
    return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  // What rounds up to a thousand of one unit is one of the next.
  const found = units.find(([unit]) => size >= unit * 0.9995) ?? units[3];
  const value =
    found[0] === 1 ? Math.round(size) : (size / found[0]).toPrecision(size >= 1e9 ? 4 : 3);
  return `${sign}${value} ${found[1]}`;
}

/** With a sign, for what is more or less than something else. */
export function changeText(ns: number): string {
  return ns > 0 ? `+${spanText(ns)}` : spanText(ns);
}

/** Ticks of an axis of nanoseconds, all in one unit. @param count - about how many are wanted. */
export function spanTicks(min: number, max: number, count: number): Ticks {
  const rough = (max - min) / Math.max(1, count);
  if (!(rough > 0) || !Number.isFinite(rough)) return { at: [], labels: [] };
  const step = Math.max(1, roundStep(rough));
  const at: number[] = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max; i++) at.push(i * step + 0);
  const most = Math.max(Math.abs(min), Math.abs(max));
  // The largest unit that needs no more than six decimals.
  const fit = units.find(([unit]) => most >= unit && step / unit >= 0.99e-6) ?? units[3];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / fit[0]) + 1e-9));
  return { at, labels: at.map((ns) => `${(ns / fit[0]).toFixed(decimals)} ${fit[1]}`) };
}

/** A part of a whole as percent: `12.3 %`. */
export function percentText(part: number, whole: number): string {
  const share = (100 * part) / whole;
  if (!Number.isFinite(share)) return "–";
  if (share !== 0 && Math.abs(share) < 0.05) return share < 0 ? "> -0.1 %" : "< 0.1 %";
  return share === 0 ? "0 %" : `${share.toFixed(Math.abs(share) >= 99.95 ? 0 : 1)} %`;
}
