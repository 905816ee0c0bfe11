/** From the server's series to what an entry draws: one curve for each run. */

import type { Axis, ScalarSeries } from "../../api/scalars";
import { NAN, NEGATIVE_INFINITY, POSITIVE_INFINITY } from "../../charts/line/types";
import type { NonFiniteMarks } from "../../charts/line/types";
import { lastAt, valuesAt } from "../../lib/expressions/align";
import { evaluate, type Evaluated } from "../../lib/expressions/evaluate";
import { tagsIn, type Expression } from "../../lib/expressions/parse";
import { collect } from "../../lib/groups";
import { smooth } from "../../lib/smoothing";

export interface CompositionCurve {
  readonly run: string;
  /** Not falling, [N]. */
  readonly x: Float64Array;
  /** [N]. */
  readonly step: Float64Array;
  readonly value: Float64Array;
  /** null without smoothing. */
  readonly smoothed: Float64Array | null;
  readonly nonFinite: NonFiniteMarks;
  readonly isInterpolated: boolean;
  /** Whether it is of a choice of points, not of all. */
  readonly isThinned: boolean;
  /** Whether x fell while steps rose: the points are in another order than they were logged in. */
  readonly isReordered: boolean;
}

/** Which x belongs to a point: one of the axes, or the value of a scalar of the same run. */
export type CompositionPlace = { readonly axis: Axis } | { readonly along: ScalarSeries };

/** Points in step order, all columns of one length. */
interface Columns {
  readonly step: Float64Array;
  readonly walltime: Float64Array;
  readonly value: Float64Array;
  readonly smoothed: Float64Array | null;
}

/** The series of each run, by tag. */
export type Operands = ReadonlyMap<string, ReadonlyMap<string, ScalarSeries>>;

export function operandsByRun(series: readonly ScalarSeries[]): Operands {
  const byRun = collect(series, ({ run }) => run);
  return new Map(
    [...byRun].map(([run, own]) => [run, new Map(own.map((each) => [each.tag, each]))]),
  );
}

/** The curve of a tag as it was logged; the server has smoothed it. */
export function tagCurve(
  series: ScalarSeries,
  smoothing: number,
  place: CompositionPlace,
): CompositionCurve {
  const { run, step, walltime, value, nonfinite, origin, exact } = series;
  const smoothed = smoothing > 0 ? series.smoothed : null;
  const placed = laidOut({ step, walltime, value, smoothed }, origin, place);
  const { what, count } = nonfinite;
  const marks = marksOf(xOf(nonfinite.step, nonfinite.walltime, origin, place), what, count);
  return {
    run,
    ...placed,
    nonFinite: marks,
    isInterpolated: false,
    isThinned: isThin(exact, place),
  };
}

interface Work {
  readonly expression: Expression;
  readonly result: Evaluated;
}

const known = new WeakMap<ReadonlyMap<string, ScalarSeries>, Work>();

/** Worked out once while expression and operands are the same objects: a slider moves only the smoothing. */
function evaluated(expression: Expression, operands: ReadonlyMap<string, ScalarSeries>): Evaluated {
  const work = known.get(operands);
  if (work?.expression === expression) return work.result;
  const points = new Map(
    [...operands].map(([tag, { step, value }]) => [tag, { x: step, y: value }]),
  );
  const result = evaluate(expression, points);
  known.set(operands, { expression, result });
  return result;
}

/** @param operands - of one run, by tag; null if one of them is missing, or none has points. */
export function expressionCurve(
  expression: Expression,
  operands: ReadonlyMap<string, ScalarSeries>,
  smoothing: number,
  place: CompositionPlace,
): CompositionCurve | null {
  const all = tagsIn(expression).map((tag) => operands.get(tag));
  const [first] = all;
  if (first === undefined || all.includes(undefined)) return null;
  const { x: step, y: value, isInterpolated } = evaluated(expression, operands);
  // The first operand is there at every step of the result.
  const isTimed = "axis" in place && place.axis !== "step";
  const walltime = isTimed ? valuesAt(step, { x: first.step, y: first.walltime }).y : step;
  const smoothed = smoothing > 0 ? smooth(value, smoothing) : null;
  const placed = laidOut({ step, walltime, value, smoothed }, first.origin, place);
  const isExact = all.every((each) => each?.exact === true);
  return {
    run: first.run,
    ...placed,
    nonFinite: marksIn(placed.x, placed.value),
    isInterpolated,
    isThinned: isThin(isExact, place),
  };
}

function isThin(isExact: boolean, place: CompositionPlace): boolean {
  return !isExact || ("along" in place && !place.along.exact);
}

function xOf(
  step: Float64Array,
  walltime: Float64Array,
  origin: number,
  place: CompositionPlace,
): Float64Array {
  if ("along" in place) return lastAt(step, { x: place.along.step, y: place.along.value });
  if (place.axis === "step") return step;
  return place.axis === "wall" ? walltime : walltime.map((seconds) => seconds - origin);
}

/** In the order of x, without the points that have none. */
function laidOut(
  { step, walltime, value, smoothed }: Columns,
  origin: number,
  place: CompositionPlace,
): Pick<CompositionCurve, "x" | "step" | "value" | "smoothed" | "isReordered"> {
  const x = xOf(step, walltime, origin, place);
  const order = risingOrder(x);
  if (order === null) return { x, step, value, smoothed, isReordered: false };
  const pick = (values: Float64Array): Float64Array =>
    Float64Array.from(order, (i) => values[i] ?? NaN);
  return {
    x: pick(x),
    step: pick(step),
    value: pick(value),
    smoothed: smoothed === null ? null : pick(smoothed),
    isReordered: order.some((at, i) => i > 0 && at < (order[i - 1] ?? 0)),
  };
}

/** null where all of x is finite and rises already. */
function risingOrder(x: Float64Array): Uint32Array | null {
  let isFine = true;
  let before = -Infinity;
  for (let i = 0; isFine && i < x.length; i++) {
    const here = x[i] ?? NaN;
    isFine = Number.isFinite(here) && here >= before;
    before = here;
  }
  if (isFine) return null;
  const order = Uint32Array.from(x.keys()).filter((i) => Number.isFinite(x[i]));
  return order.sort((one, other) => (x[one] ?? 0) - (x[other] ?? 0));
}

function marksOf(x: Float64Array, what: Uint8Array, count: Int32Array): NonFiniteMarks {
  const order = risingOrder(x);
  if (order === null) return { x, what, count };
  return {
    x: Float64Array.from(order, (i) => x[i] ?? NaN),
    what: Uint8Array.from(order, (i) => what[i] ?? NAN),
    count: Int32Array.from(order, (i) => count[i] ?? 0),
  };
}

/** The values of a result that have no height. */
function marksIn(x: Float64Array, value: Float64Array): NonFiniteMarks {
  const at: number[] = [];
  for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) at.push(i);
  const sortOf = (y: number): number =>
    Number.isNaN(y) ? NAN : y > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
  return {
    x: Float64Array.from(at, (i) => x[i] ?? NaN),
    what: Uint8Array.from(at, (i) => sortOf(value[i] ?? NaN)),
    count: new Int32Array(at.length).fill(1),
  };
}
