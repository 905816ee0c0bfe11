/** Shares of a whole as a pie or as bars, with their numbers beside them. */

import type { Colors, Shape } from "../shapes/shapes";
import { cut } from "../shapes/words";

export interface Share {
  readonly key: string;
  readonly name: string;
  /** Not negative. */
  readonly value: number;
  readonly color: string;
  /** The value as text, and its share of the whole. */
  readonly text: string;
  readonly percent: string;
}

const FULL = 2 * Math.PI;

export interface Slice {
  /** Clockwise from the top, in radians. */
  readonly from: number;
  readonly to: number;
}

export function slicesOf(shares: readonly Pick<Share, "value">[]): readonly Slice[] {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  let at = 0;
  return shares.map(({ value }) => {
    const from = at;
    at += whole > 0 ? (value / whole) * FULL : 0;
    return { from, to: at };
  });
}

/** The outline of a part of a ring: x, y, x, y... */
export function ringPart(
  { from, to }: Slice,
  {
    x,
    y,
    outer,
    inner,
  }: { readonly x: number; readonly y: number; readonly outer: number; readonly inner: number },
): Float64Array {
  const steps = Math.max(2, Math.ceil(((to - from) / FULL) * 120));
  const points: number[] = [];
  const add = (angle: number, radius: number): void => {
    points.push(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  };
  for (let i = 0; i <= steps; i++) add(from + ((to - from) * i) / steps, outer);
  for (let i = steps; i >= 0; i--) add(from + ((to - from) * i) / steps, inner);
  return Float64Array.from(points);
}

/** Which one is at an angle and distance from the middle; -1: none. */
export function shareAt(
  slices: readonly Slice[],
  at: { readonly x: number; readonly y: number },
  {
    x,
    y,
    outer,
    inner,
  }: { readonly x: number; readonly y: number; readonly outer: number; readonly inner: number },
): number {
  const distance = Math.hypot(at.x - x, at.y - y);
  if (distance < inner || distance > outer) return -1;
  const angle = (Math.atan2(at.x - x, y - at.y) + FULL) % FULL;
  return slices.findIndex(({ from, to }) => angle >= from && angle < to);
}

const ROW = 20;
const PIE = 220;

/** For a file. */
export function pictureShapes(
  shares: readonly Share[],
  form: "pie" | "bars",
  width: number,
  colors: Colors,
): { readonly shapes: Shape[]; readonly height: number } {
  const isPie = form === "pie";
  const left = isPie ? PIE + 24 : 12;
  const most = Math.max(1, ...shares.map(({ value }) => value));
  const names = isPie ? width - left - 190 : Math.min(260, width * 0.36);
  const shapes: Shape[] = [];
  if (isPie) {
    const ring = { x: PIE / 2 + 8, y: PIE / 2 + 4, outer: PIE / 2 - 4, inner: PIE / 4.4 };
    slicesOf(shares).forEach((slice, i) => {
      const fill = shares[i]?.color ?? colors.muted;
      shapes.push({ kind: "path", points: ringPart(slice, ring), fill, stroke: colors.surface });
    });
  }
  shares.forEach(({ name, value, color, text, percent }, i) => {
    const y = 4 + i * ROW;
    const say = (x: number, words: string, anchor: "start" | "end"): Shape => ({
      kind: "text",
      x,
      y: y + 13,
      text: words,
      anchor,
      fill: colors.text,
    });
    const bar = isPie ? 10 : ((width - left - names - 190) * value) / most;
    const x = isPie ? left : left + names + 16;
    const points = Float64Array.of(x, y + 4, x + bar, y + 4, x + bar, y + 14, x, y + 14);
    shapes.push(
      { kind: "path", points, fill: color, stroke: null },
      say(isPie ? left + 18 : left, cut(name, names), "start"),
      say(width - 80, text, "end"),
      say(width - 10, percent, "end"),
    );
  });
  return { shapes, height: Math.max(isPie ? PIE + 8 : 0, shares.length * ROW + 8) };
}
