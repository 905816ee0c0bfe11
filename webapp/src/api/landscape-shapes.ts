/** What the server sends of loss landscapes. */

import { bytes, floats, table } from "./columns";
import { DecodeError, flag, number, text } from "./decode";
import { directions, settings } from "./landscape-record";
import { list, map, mapped, nullable, object, type ObjectOf, type Of } from "./shapes";

export type { Directions, LandscapeSettings } from "./landscape-record";

const described = {
  run: text,
  tag: text,
  step: number,
  id: text,
  /** Time of its newest record: it grows whenever the landscape does. */
  walltime: number,
  /** Names; the first is the loss. */
  metrics: list(text),
  directions,
  settings,
};
export type DescribedLandscape = ObjectOf<typeof described>;

/** Which landscape: equal run, tag, step and id are one. */
export type LandscapePlace = Pick<DescribedLandscape, "run" | "tag" | "step" | "id">;

const axisRange = object({
  min: number,
  max: number,
  /** Number of coordinates. */
  number,
});
export type AxisRange = Of<typeof axisRange>;

const landscapeSummary = object({
  ...described,
  x: axisRange,
  /** null: along one direction. */
  y: nullable(axisRange),
  points: number,
  /** Points that are computed. */
  done: number,
  /** Number of snapshots of the path; 0 without one. */
  snapshots: number,
  curvature: flag,
});
/** What is known of a landscape without reading it. */
export type LandscapeSummary = Of<typeof landscapeSummary>;

export const landscapeList = object({ landscapes: list(landscapeSummary), formats: list(text) });

const pathColumns = table({
  step: floats,
  x: floats,
  y: nullable(floats),
  /** Loss of the plane at (x, y). */
  loss: floats,
  /** Loss of the snapshot itself. */
  true_loss: floats,
  /** Distance off the plane, in the unit of the weights. */
  residual: floats,
});
const path = mapped(pathColumns, ({ true_loss: trueLoss, ...others }) => ({ ...others, trueLoss }));
/** Where the snapshots of a training lie, [K]; NaN where something is not known. */
export type LandscapePath = Of<typeof path>;

const owner = object({ name: text });
/** The path of another training over the same plane. */
const namedPath = (value: unknown, where: string): NamedPath => ({
  ...owner(value, where),
  ...path(value, where),
});
export type NamedPath = LandscapePath & Of<typeof owner>;

const mark = object({
  name: text,
  x: number,
  y: number,
  /**
   * The metrics at exactly that place, where no point of the grid need lie, and `hessian/max` and
   * `hessian/min` where the curvature there is known; empty where nothing is.
   */
  values: map(number),
});
export type LandscapeMark = Of<typeof mark>;

/** A named point. */
export type NamedPlace = Pick<LandscapeMark, "name" | "x" | "y">;

const curvature = object({
  /** Falling. */
  eigenvalues: nullable(floats),
  errors: nullable(floats),
  trace: nullable(number),
  trace_error: nullable(number),
  density: nullable(table({ x: floats, y: floats })),
  samples: nullable(number),
  /** 2 / the smallest step that raises the loss. */
  critical_sharpness: nullable(number),
  critical_error: nullable(number),
});
/** Numbers of the Hessian at the center; null where the record has none. */
export type Curvature = Of<typeof curvature>;

const sharpness = object({
  /** In the unit of the weights. */
  radius: nullable(number),
  /** Rise of the loss at the radius, over random directions, with its standard error. */
  mean: nullable(number),
  mean_error: nullable(number),
  /** The greatest rise that was found there: a lower bound. */
  worst: nullable(number),
  /** In the scale of the weights: that of each (`element`) or of its `filter`. */
  adaptive_radius: nullable(number),
  adaptive_scale: nullable(text),
  adaptive_mean: nullable(number),
  adaptive_mean_error: nullable(number),
  adaptive_worst: nullable(number),
  /** How many random ones. */
  directions: nullable(number),
});
/** How far the loss rises around the model in all directions; null where the record has none. */
export type Sharpness = Of<typeof sharpness>;

const flatness = object({
  metric: text,
  /** The loss at (0, 0). */
  center: number,
  minimum: number,
  level: number,
  /** Area of the connected region around the center at or below the level; of a line its width. */
  area: number,
  /** The integral of level - loss over that region. */
  volume: number,
  /** The region touches the edge: the area is at least so large. */
  open: flag,
  /** The greatest loss within the radius, less the loss at the center. */
  sharpness: number,
  radius: number,
  /** `points` (computed at that radius) or `grid` (between its points). */
  sharpness_method: text,
  /** Second derivatives along the axes at the center. */
  curvature_x: number,
  /** null: along one direction. */
  curvature_y: nullable(number),
  /** NaN: not known. */
  curvature_x_error: number,
  curvature_y_error: nullable(number),
  /** `hessian` (exact), `fit` (of points around the center) or `grid` (of its nearest points). */
  curvature_method: text,
});
/** How wide the valley is, of the first metric; NaN where it can't be known. */
export type Flatness = Of<typeof flatness>;

const minimum = object({
  x: number,
  /** null: along one direction. */
  y: nullable(number),
  value: number,
  /** saddle - value; infinite where it joins no other. */
  depth: number,
  /** Where its basin joins that of a lower minimum. */
  saddle: number,
  saddle_x: nullable(number),
  saddle_y: nullable(number),
  /** The index of that minimum, which comes before it. */
  joins: nullable(number),
  /** Share of the points that lead down to it. */
  share: number,
  /** Beside the edge, or points without a value. */
  edge: flag,
});
export type Minimum = Of<typeof minimum>;

const topology = object({
  metric: text,
  /** The deepest first; not all where there are very many. */
  minima: list(minimum),
  count: number,
  /** What is less deep does not count. */
  least_depth: number,
  /** How many are less deep. */
  shallow: number,
  /** Mean depth of the minima that join another; NaN without one. */
  mean_depth: number,
});
/** The minima of the first metric. */
export type Topology = Of<typeof topology>;

const columns = object({
  ...described,
  /** [X], rising. */
  x: floats,
  /** [Y], rising; null: along one direction. */
  y: nullable(floats),
  values: list(floats),
  /** [Y * X]: 1 where a point is computed. */
  done: bytes,
  /** The metrics at exactly (0, 0). */
  center: map(number),
  path: nullable(path),
  paths: list(namedPath),
  marks: list(mark),
  curvature: nullable(curvature),
  sharpness: nullable(sharpness),
  flatness: nullable(flatness),
  topology: nullable(topology),
  /** Records of it that could not be read. */
  damaged: number,
});

export interface Landscape extends Omit<Of<typeof columns>, "values"> {
  /** Values by metric, [Y * X], a row for each y; NaN where a point is not computed yet, or where that is its value. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

export const landscape = mapped(columns, (given, where): Landscape => {
  const { x, y, metrics, values, done } = given;
  if (values.length !== metrics.length) {
    const want = `${metrics.length}, one for each metric`;
    throw new DecodeError(`${where}.values`, `${values.length} grids`, want);
  }
  const points = x.length * (y?.length ?? 1);
  for (const { length } of [done, ...values]) {
    if (length === points) continue;
    throw new DecodeError(`${where}.values`, `${length} points`, `${points} points`);
  }
  return {
    ...given,
    values: new Map(metrics.map((name, i) => [name, values[i] as Float64Array])),
  };
});
