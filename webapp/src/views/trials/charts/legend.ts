/** What the colors of the rows mean, taken from the rows themselves. */

import { valueText } from "../../../charts/rows/scale";
import type { ColumnScale, Tick } from "../../../charts/rows/types";
import { shortNumber } from "../../../lib/numbers";
import { MISSING, valueAt, type Column } from "../../../lib/table/types";

export interface Swatch {
  readonly text: string;
  readonly color: string;
}

export interface ColumnLegend {
  /** From the smallest number to the largest; null: there is none to show. */
  readonly bar: {
    readonly stops: readonly { readonly share: number; readonly color: string }[];
    readonly ticks: readonly Tick[];
  } | null;
  readonly swatches: readonly Swatch[];
  /** Values that have no swatch for want of room. */
  readonly more: number;
}

/** Colors of a bar: more than these the eye does not distinguish. */
const stopCount = 24;
const swatchCount = 8;
/** Fewer numbers than this have a swatch each. */
const fewNumbers = 6;

export function legendOf(
  column: Column,
  scale: ColumnScale,
  drawn: Int32Array,
  colors: readonly string[],
  missing: string,
): ColumnLegend {
  const colorOf = (row: number): string => colors[row] ?? "transparent";
  const nothing = drawn.find((row) => column.codes[row] === MISSING);
  const last = nothing === undefined ? [] : [{ text: missing, color: colorOf(nothing) }];
  const byText = new Map<string, Swatch>();
  for (const row of drawn) {
    const value = valueAt(column, row);
    if (value === undefined || (scale.bands === null && byText.size > fewNumbers)) continue;
    const text = valueText(value);
    if (!byText.has(text)) byText.set(text, { text, color: colorOf(row) });
  }
  if (scale.bands !== null || byText.size <= fewNumbers) {
    const order = scale.bands ?? numbersOf(column, drawn);
    const all = order.flatMap((value) => byText.get(valueText(value)) ?? []);
    const shown = all.slice(0, swatchCount);
    return { bar: null, swatches: [...shown, ...last], more: all.length - shown.length };
  }
  const rows = drawn
    .filter((row) => !Number.isNaN(scale.shares[row]))
    .sort((one, other) => {
      return (scale.shares[one] as number) - (scale.shares[other] as number);
    });
  // Evenly over the bar, not over the rows: most of these may lie in one place.
  const stops: { share: number; color: string }[] = [];
  for (const row of rows) {
    const share = scale.shares[row] as number;
    if (share * stopCount >= stops.length || row === rows.at(-1)) {
      stops.push({ share, color: colorOf(row) });
    }
  }
  return { bar: { stops, ticks: barTicks(scale) }, swatches: last, more: 0 };
}

/** Both ends, and between them what has room beside them. */
function barTicks(scale: ColumnScale): readonly Tick[] {
  const end = (share: 0 | 1): Tick => ({ share, label: shortNumber(scale.valueAt(share), 3) });
  const between = scale.ticks(3).filter(({ share }) => share > 0.22 && share < 0.78);
  return [end(0), ...between.slice(0, 2), end(1)];
}

/** As the legend of a file, which has names with colors only: of a bar, the colors at its ticks. */
export function layersOf(
  { bar, swatches }: ColumnLegend,
  title: string,
): readonly { readonly name: string; readonly color: string }[] {
  const named = ({ text, color }: Swatch): { name: string; color: string } => ({
    name: `${title}: ${text}`,
    color,
  });
  const ticks = (bar?.ticks ?? []).flatMap(({ share, label }) => {
    const nearest = bar?.stops.reduce((best, stop) =>
      Math.abs(stop.share - share) < Math.abs(best.share - share) ? stop : best,
    );
    return nearest === undefined ? [] : [{ text: label, color: nearest.color }];
  });
  return [...ticks, ...swatches].map(named);
}

function numbersOf(column: Column, drawn: Int32Array): number[] {
  const numbers = new Set<number>();
  for (const row of drawn) {
    const value = valueAt(column, row);
    if (typeof value === "number") numbers.add(value);
  }
  return [...numbers].sort((one, other) => one - other);
}
