/** A brush in a chart is the filter of its column, and the other way round. */

import type { AxisSpan } from "../../../charts/rows/brush";
import type { Brush, AxisLane, ColumnScale } from "../../../charts/rows/types";
import type { Column, Filter, Value } from "../../../lib/table/types";

/** What a filter lets through, along an axis. */
export function brushOf(
  scale: ColumnScale,
  column: Column,
  filter: Filter | undefined,
): Brush | null {
  if (filter === undefined) return null;
  const lanes = scale.asides.map(({ lane }) => lane).filter((lane) => passes(lane, column, filter));
  return { spans: spansOf(scale, filter), lanes };
}

function spansOf(scale: ColumnScale, filter: Filter): AxisSpan[] {
  const { bands } = scale;
  if (bands !== null) {
    const size = 1 / bands.length;
    return bands.flatMap((value, i) =>
      lets(filter, value) ? [[i * size, (i + 1) * size] as const] : [],
    );
  }
  if (filter.kind === "range") {
    const [from, to] = [shareOfEnd(scale, filter.from), shareOfEnd(scale, filter.to)];
    return from > 1 || to < 0 ? [] : [[Math.max(0, from), Math.min(1, to)]];
  }
  return filter.values
    .map((value) => scale.shareOf(value))
    .filter((share) => share >= 0 && share <= 1)
    .sort((one, other) => one - other)
    .map((share) => [share, share] as const);
}

/** Open ends, and those without a place on the axis, lie beyond it. */
function shareOfEnd(scale: ColumnScale, value: number): number {
  if (value === Infinity) return 2;
  return value === -Infinity ? -1 : scale.shareOf(value);
}

/** Whether a filter lets a value through. */
export function lets(filter: Filter, value: Value): boolean {
  if (filter.kind === "set") return filter.values.includes(value);
  return typeof value === "number" && value >= filter.from && value <= filter.to;
}

function passes(lane: AxisLane, column: Column, filter: Filter): boolean {
  if (lane === "missing") return filter.kind === "set" && filter.missing;
  if (lane === "nonPositive") return filter.kind === "range" && filter.from === -Infinity;
  return valuesOf(lane, column).some((value) => lets(filter, value));
}

/** The values that lie in a lane. */
function valuesOf(lane: AxisLane, { values }: Column): readonly Value[] {
  const numbers = { above: Infinity, below: -Infinity, nan: NaN } as const;
  if (lane === "above" || lane === "below" || lane === "nan") return [numbers[lane]];
  return lane === "other" ? values : [];
}

/** What a range along an axis means; null takes the filter away. */
export function filterOfSpan(scale: ColumnScale, span: AxisSpan | null): Filter | null {
  if (span === null) return null;
  if (scale.bands === null) {
    return { kind: "range", from: scale.valueAt(span[0]), to: scale.valueAt(span[1]) };
  }
  const [first, last] = [scale.valueAt(span[0]), scale.valueAt(span[1])];
  return { kind: "set", values: scale.bands.slice(first, last + 1), missing: false };
}

/** @param toggle - one band on or off; otherwise these and no others. */
export function filterOfBands(
  scale: ColumnScale,
  filter: Filter | undefined,
  bands: readonly number[],
  toggle: boolean,
): Filter | null {
  const named = bands.flatMap((band) => {
    const value = scale.bands?.[band];
    return value === undefined ? [] : [value];
  });
  const missing = filter?.kind === "set" && filter.missing;
  if (!toggle) return setOf(named, false);
  const before =
    filter === undefined ? [] : (scale.bands ?? []).filter((value) => lets(filter, value));
  return setOf(toggled(before, named), missing);
}

/** A click on a lane: its rows on or off. */
export function filterOfLane(
  column: Column,
  filter: Filter | undefined,
  lane: AxisLane,
): Filter | null {
  if (lane === "nonPositive") {
    const isOn = filter !== undefined && passes(lane, column, filter);
    return isOn ? null : { kind: "range", from: -Infinity, to: 0 };
  }
  const values = filter?.kind === "set" ? filter.values : [];
  const missing = filter?.kind === "set" && filter.missing;
  if (lane === "missing") return setOf(values, !missing);
  return setOf(toggled(values, valuesOf(lane, column)), missing);
}

function toggled(values: readonly Value[], changed: readonly Value[]): Value[] {
  const areOn = changed.every((value) => values.includes(value));
  const others = values.filter((value) => !changed.includes(value));
  return areOn ? others : [...others, ...changed];
}

/** Nothing at all is no filter: all rows would be gone, and nobody wants that. */
function setOf(values: readonly Value[], missing: boolean): Filter | null {
  return values.length === 0 && !missing ? null : { kind: "set", values, missing };
}
