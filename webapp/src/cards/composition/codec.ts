/**
 * Charts as compact JSON, in links and in what is kept by name. Both come from outside: whatever is
 * read is checked, and nothing but a whole chart is taken.
 */

import type { ChartRange, Zoom } from "../../charts/line/types";
import type { Codec } from "../../lib/codec";
import { longest } from "../../lib/expressions/tokens";
import { chartOf, entryOf, mostCharts, mostEntries, type Chart, type ChartEntry } from "./model";

const longestTitle = 200;
const mostRuns = 2000;
const axes = ["step", "relative", "wall", "tag"] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * - `e`: entries, each a list of its text, axis (`L` or `R`), smoothing, color, whether it is shown (1, 0) and the
 *   ends of its band, cut off behind what differs from the default;
 * - `t`: title; `x`: x axis, `a`: scalar of it; `l`: logarithmic axes (`x`, `L`, `R`);
 * - `r`: runs of its own; `z`: zoom, as the ends of x, and those of y.
 */
export function plainChart(chart: Chart): Fields {
  const { title, entries, x, along, logX, logLeft, logRight, runs, zoom } = chart;
  const log = (logX ? "x" : "") + (logLeft ? "L" : "") + (logRight ? "R" : "");
  return {
    e: entries.map(plainEntry),
    ...(title === "" ? {} : { t: title }),
    ...(x === "step" ? {} : { x }),
    ...(along === "" ? {} : { a: along }),
    ...(log === "" ? {} : { l: log }),
    ...(runs === null ? {} : { r: runs }),
    ...(zoom.x === null && zoom.y === null ? {} : { z: [zoom.x, zoom.y] }),
  };
}

function plainEntry({
  text,
  axis,
  smoothing,
  color,
  isShown,
  band,
}: ChartEntry): readonly unknown[] {
  const all = [
    text,
    axis === "right" ? "R" : "L",
    smoothing,
    color,
    isShown ? 1 : 0,
    ...(band ?? ["", ""]),
  ];
  const initial = ["", "L", 0, null, 1, "", ""];
  let length = all.length;
  while (length > 1 && all[length - 1] === initial[length - 1]) length--;
  return all.slice(0, length);
}

/** @returns null for anything that is no chart. */
export function readChart(value: unknown, id: number): Chart | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { e, t = "", x = "step", a = "", l = "", r = null, z = [null, null] } = value as Fields;
  const entries = listOf(e, readEntry, mostEntries);
  const axis = axes.find((each) => each === x);
  const runs = r === null ? null : listOf(r, readRun, mostRuns);
  const zoom = readZoom(z);
  if (entries === null || axis === undefined || zoom === null || (r !== null && runs === null)) {
    return null;
  }
  if (typeof t !== "string" || t.length > longestTitle) return null;
  if (typeof a !== "string" || typeof l !== "string" || !/^x?L?R?$/.test(l)) return null;
  return chartOf(id, {
    title: t,
    entries,
    x: axis,
    along: a,
    logX: l.includes("x"),
    logLeft: l.includes("L"),
    logRight: l.includes("R"),
    runs,
    zoom,
  });
}

function listOf<T>(
  value: unknown,
  read: (item: unknown) => T | null,
  most: number,
): readonly T[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const items = value.map(read);
  return items.every((item) => item !== null) ? items : null;
}

function readEntry(value: unknown): ChartEntry | null {
  if (!Array.isArray(value)) return null;
  const [text, axis = "L", smoothing = 0, color = null, shown = 1, low = "", high = ""] =
    value as unknown[];
  if (typeof text !== "string" || text.length > longest) return null;
  if (axis !== "L" && axis !== "R") return null;
  if (typeof smoothing !== "number" || !(smoothing >= 0 && smoothing < 1)) return null;
  if (color !== null && !isColor(color)) return null;
  if (shown !== 0 && shown !== 1) return null;
  if (typeof low !== "string" || low.length > longest) return null;
  if (typeof high !== "string" || high.length > longest) return null;
  return entryOf(text, {
    axis: axis === "R" ? "right" : "left",
    smoothing,
    color,
    isShown: shown === 1,
    band: low === "" || high === "" ? null : [low, high],
  });
}

export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function readRun(value: unknown): string | null {
  return typeof value === "string" && value.length <= 100 ? value : null;
}

function readZoom(value: unknown): Zoom | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [x, y] = value as unknown[];
  if (!(x === null || isRange(x)) || !(y === null || isRange(y))) return null;
  return { x, y };
}

function isRange(value: unknown): value is ChartRange {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [low, high] = value as unknown[];
  return Number.isFinite(low) && Number.isFinite(high) && (low as number) < (high as number);
}

/** What an address has to escape, and what it may hold in its place. */
const swaps: ReadonlyMap<string, string> = new Map(
  ["\"'", "[(", "])", "{!", "}~"].flatMap(([one = "", other = ""]) => [
    [one, other],
    [other, one],
  ]),
);

/** The one for the other, in both directions: short in an address, and its own inverse. */
function swapped(text: string): string {
  return text.replace(/["'[\](){}!~]/g, (char) => swaps.get(char) ?? char);
}

/** All charts of the page; null: none was made yet. */
export const chartsCodec: Codec<readonly Chart[] | null> = {
  parse(text) {
    if (text === "auto") return null;
    let read: unknown;
    try {
      read = JSON.parse(swapped(text));
    } catch {
      return undefined;
    }
    if (!Array.isArray(read) || read.length > mostCharts) return undefined;
    const charts = read.map((each, i) => readChart(each, i + 1));
    return charts.every((chart) => chart !== null) ? charts : undefined;
  },
  format: (charts) => (charts === null ? "auto" : swapped(JSON.stringify(charts.map(plainChart)))),
};
