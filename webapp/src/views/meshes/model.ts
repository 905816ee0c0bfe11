/** What is drawn of a mesh: colors, boxes, sizes. Pure. */

import type { Mesh } from "../../api/meshes";
import type { MeshBox } from "../../charts/mesh/types";
import { around, ballOf } from "../../charts/mesh/prepare";
import { once } from "../../lib/once";
import { shortNumber } from "../../lib/numbers";
import { colorOf, type RGB } from "../../lib/palettes";
import type { Triple } from "../../charts/space/direction";

/** `auto`: by values, where there are such; else as logged. */
export type MeshColoring = "auto" | "own" | "values" | "run" | "plain";
/** Meshes that the range is of: that of this step, those of all steps, those of all runs that have the tag. */
export type RangeExtent = "series" | "step" | "tag";

/** Numbers of the summaries of all records of a series, one for each step. */
export const columnNames = [
  "least",
  "greatest",
  "low.x",
  "low.y",
  "low.z",
  "high.x",
  "high.y",
  "high.z",
  "radius",
] as const;
export type MeshColumns = Readonly<Record<string, Float64Array>>;

export interface Ends {
  readonly min: number;
  readonly max: number;
}

/** Color of vertices without a value. */
const missing: RGB = [128, 128, 128];
const steps = 1024;

/** What its colors show, whatever was wished. */
export function coloringOf(
  { values, colors }: Mesh,
  wished: MeshColoring,
): Exclude<MeshColoring, "auto"> {
  if (wished === "run") return "run";
  if (values !== null && (wished === "auto" || wished === "values")) return "values";
  return colors !== null && wished !== "plain" && wished !== "values" ? "own" : "plain";
}

export interface Paint {
  readonly coloring: Exclude<MeshColoring, "auto">;
  readonly palette: string;
  /** Range of the scale; null: there is no value to be shown on one. */
  readonly range: Ends | null;
  /** Color of its run: `#rrggbb`. */
  readonly runColor: string;
  /** Color of what has none: `#rrggbb`. */
  readonly plainColor: string;
}

/** Red, green, blue and opacity of each vertex, [4 N]. */
export function colorsOf(mesh: Mesh, paint: Paint): Uint8Array {
  const { coloring, palette, range, runColor, plainColor } = paint;
  const count = mesh.vertices.length / 3;
  if (coloring === "values" && mesh.values !== null)
    return colorsOfValues(mesh.values, palette, range);
  if (coloring === "own" && mesh.colors !== null)
    return withOpacity(mesh.colors, mesh.channels, count);
  const [red, green, blue] = coloring === "run" ? rgbOf(runColor) : rgbOf(plainColor);
  const out = new Uint8Array(4 * count);
  for (let i = 0; i < out.length; i += 4) out.set([red, green, blue, 255], i);
  return out;
}

function colorsOfValues(values: Float32Array, palette: string, range: Ends | null): Uint8Array {
  const ramp = Array.from({ length: steps }, (_, i) => colorOf(palette, i / (steps - 1)));
  const out = new Uint8Array(4 * values.length);
  const { min, max } = range ?? { min: NaN, max: NaN };
  const width = max - min;
  values.forEach((value, i) => {
    const share = width > 0 ? (value - min) / width : 0.5;
    const at = Math.round(Math.min(1, Math.max(0, share)) * (steps - 1));
    const [red, green, blue] =
      Number.isNaN(value) || range === null ? missing : (ramp[at] ?? missing);
    out[4 * i] = red;
    out[4 * i + 1] = green;
    out[4 * i + 2] = blue;
    out[4 * i + 3] = 255;
  });
  return out;
}

function withOpacity(colors: Uint8Array, channels: number, count: number): Uint8Array {
  if (channels === 4) return colors;
  const out = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) {
    out[4 * i] = colors[3 * i] as number;
    out[4 * i + 1] = colors[3 * i + 1] as number;
    out[4 * i + 2] = colors[3 * i + 2] as number;
    out[4 * i + 3] = 255;
  }
  return out;
}

/** @param hex - `#rrggbb` */
export function rgbOf(hex: string): RGB {
  const value = parseInt(hex.slice(1), 16) || 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** How many values are infinite, or not numbers. */
export const strangeValuesOf = once<Mesh, number>(({ values }) => {
  let count = 0;
  for (const value of values ?? []) if (!Number.isFinite(value)) count++;
  return count;
});

/** The least and the greatest of finite values; null: there is none. */
export function endsOf(values: Iterable<number>): Ends | null {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? null : { min, max };
}

/** Values of which the ends of their middle are looked for: more would take long to sort. */
const mostSorted = 100_000;

/** Between which values 98 of 100 lie, of those that are finite; null: there is none. */
export const middleOf = once<Mesh, Ends | null>(({ values }) => {
  const all = values ?? new Float32Array(0);
  const step = Math.ceil(all.length / mostSorted);
  const sample = all.filter((value, i) => i % step === 0 && Number.isFinite(value)).sort();
  if (sample.length === 0) return endsOf(all);
  const at = (share: number): number => sample[Math.round(share * (sample.length - 1))] as number;
  return { min: at(0.01), max: at(0.99) };
});

/** Ends of the values of all steps of some series; null: none of them has any. */
export function seriesEnds(series: readonly MeshColumns[]): Ends | null {
  const low = endsOf(series.flatMap(({ least }) => [...(least ?? [])]));
  const high = endsOf(series.flatMap(({ greatest }) => [...(greatest ?? [])]));
  return low === null || high === null ? null : { min: low.min, max: high.max };
}

/** Around the meshes of all steps; null: none of them can be drawn. */
export function seriesBox(columns: MeshColumns): MeshBox | null {
  return around(boxesOf(columns));
}

/** The radius of the ball around a place that holds the meshes of all steps. */
export function seriesReach(columns: MeshColumns, middle: Triple): number {
  const reaches = boxesOf(columns).map(({ radius, ...box }) => {
    const own = ballOf(box);
    const away = own.middle.map((part, axis) => part - (middle[axis] as number));
    return Math.hypot(...away) + (Number.isFinite(radius) ? radius : own.radius);
  });
  return reaches.reduce((most, reach) => Math.max(most, reach), 0);
}

function boxesOf(columns: MeshColumns): (MeshBox & { readonly radius: number })[] {
  const count = columns["low.x"]?.length ?? 0;
  return Array.from({ length: count }, (_, i) => {
    const of = (name: string): number => columns[name]?.[i] ?? NaN;
    const end = (name: string): Triple => [of(`${name}.x`), of(`${name}.y`), of(`${name}.z`)];
    return { low: end("low"), high: end("high"), radius: of("radius") };
  }).filter(({ low, high }) => [...low, ...high].every(Number.isFinite));
}

/** A coordinate, with as many digits as distinguish it from others in that box. */
export function placeText(value: number, box: MeshBox | null): string {
  const side = box === null ? 0 : sideOf(box);
  const more = side > 0 ? Math.ceil(Math.log10(Math.abs(value) / side)) : 0;
  return more > 0 ? String(Number(value.toPrecision(Math.min(16, 5 + more)))) : shortNumber(value);
}

function sideOf({ low, high }: MeshBox): number {
  return Math.max(...[0, 1, 2].map((axis) => (high[axis] as number) - (low[axis] as number)));
}

/** How much of a frame a box takes up, along the side that it fills most: 0 to 1. */
export function shareOf(box: MeshBox, frame: MeshBox): number {
  const whole = sideOf(frame);
  return whole > 0 ? sideOf(box) / whole : 1;
}
