/** Loss landscapes: which there are, whole ones, and addresses of their files. */

import { each, sameLength } from "./answers";
import { ask } from "./ask";
import {
  asBytes,
  asFields,
  asFlag,
  asFloats,
  asNumber,
  asText,
  DecodeError,
  orNull,
  type Fields,
} from "./decode";
import type {
  AxisRange,
  Curvature,
  Described,
  Directions,
  Flatness,
  Landscape,
  LandscapeMark,
  LandscapePath,
  LandscapePlace,
  LandscapeSettings,
  LandscapeSummary,
} from "./landscape-types";

export type * from "./landscape-types";

/** A field of a record from anywhere: one that is not as expected counts as not told. */
const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === "string" ? value : null;
};

const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : null;
};

function numbersIn(fields: Fields, name: string): readonly number[] {
  const value = fields[name];
  if (!Array.isArray(value)) {
    const one = numberIn(fields, name);
    return one === null ? [] : [one];
  }
  return value.every((item) => typeof item === "number" || typeof item === "bigint")
    ? value.map(Number)
    : [];
}

function directionsOf(value: unknown, where: string): Directions {
  const d = asFields(value, where);
  const ignore = Array.isArray(d.ignore) ? d.ignore : [];
  return {
    kind: textIn(d, "kind"),
    seed: numberIn(d, "seed"),
    norm: textIn(d, "norm"),
    ignore: ignore.filter((item): item is string => typeof item === "string"),
    explained: numbersIn(d, "explained"),
    parameters: textIn(d, "parameters"),
    lengths: numbersIn(d, "lengths"),
    angle: numberIn(d, "angle"),
    eigenvalues: numbersIn(d, "eigenvalues"),
    fingerprint: textIn(d, "fingerprint"),
  };
}

/** Fields of settings that have a place of their own. */
const known = new Set([
  ...["mode", "interval", "unit", "steps_per_epoch", "loss", "samples", "batch_size", "batch_norm"],
  ...["precision", "device", "model", "model_fingerprint", "parameters", "optimizer"],
  ...["learning_rate", "left_out", "model_changed", "seconds", "version"],
]);

function othersIn(fields: Fields): ReadonlyMap<string, string> {
  const plain = ["string", "number", "bigint", "boolean"];
  const others = Object.entries(fields).filter(
    ([name, value]) => !known.has(name) && plain.includes(typeof value),
  );
  return new Map(others.map(([name, value]) => [name, String(value)]));
}

function settingsOf(value: unknown, where: string): LandscapeSettings {
  const s = asFields(value, where);
  const [first, last] = numbersIn(s, "interval");
  return {
    mode: textIn(s, "mode"),
    interval: first === undefined || last === undefined ? null : [first, last],
    unit: textIn(s, "unit"),
    steps_per_epoch: numberIn(s, "steps_per_epoch"),
    loss: textIn(s, "loss"),
    samples: numberIn(s, "samples"),
    batch_size: numberIn(s, "batch_size"),
    batch_norm: textIn(s, "batch_norm"),
    precision: textIn(s, "precision"),
    device: textIn(s, "device"),
    model: textIn(s, "model"),
    model_fingerprint: textIn(s, "model_fingerprint"),
    parameters: numberIn(s, "parameters"),
    optimizer: textIn(s, "optimizer"),
    others: othersIn(s),
    learning_rate: numbersIn(s, "learning_rate"),
    left_out: numbersIn(s, "left_out"),
    model_changed: s.model_changed === true,
    seconds: numberIn(s, "seconds"),
    version: textIn(s, "version"),
  };
}

function describedOf(fields: Fields, where: string): Described {
  return {
    run: asText(fields.run, `${where}.run`),
    tag: asText(fields.tag, `${where}.tag`),
    step: asNumber(fields.step, `${where}.step`),
    id: asText(fields.id, `${where}.id`),
    walltime: asNumber(fields.walltime, `${where}.walltime`),
    metrics: [...each(fields.metrics, `${where}.metrics`, asText)],
    directions: directionsOf(fields.directions, `${where}.directions`),
    settings: settingsOf(fields.settings, `${where}.settings`),
  };
}

function rangeOf(value: unknown, where: string): AxisRange {
  const { min, max, number } = asFields(value, where);
  return {
    min: asNumber(min, `${where}.min`),
    max: asNumber(max, `${where}.max`),
    number: asNumber(number, `${where}.number`),
  };
}

function summaryOf(value: unknown, where: string): LandscapeSummary {
  const s = asFields(value, where);
  return {
    ...describedOf(s, where),
    x: rangeOf(s.x, `${where}.x`),
    y: orNull(s.y, `${where}.y`, rangeOf),
    points: asNumber(s.points, `${where}.points`),
    done: asNumber(s.done, `${where}.done`),
    snapshots: asNumber(s.snapshots, `${where}.snapshots`),
    curvature: asFlag(s.curvature, `${where}.curvature`),
  };
}

/** What the server knows of the landscapes of some runs. */
export interface Listed {
  readonly landscapes: readonly LandscapeSummary[];
  /** Of files that it can write. */
  readonly formats: readonly LandscapeFormat[];
}

export function landscapesOf(value: unknown): Listed {
  const answer = asFields(value, "answer");
  const formats = each(answer.formats, "formats", asText);
  return {
    landscapes: each(answer.landscapes, "landscapes", summaryOf),
    formats: LANDSCAPE_FORMATS.filter((format) => formats.includes(format)),
  };
}

function pathOf(value: unknown, where: string): LandscapePath {
  const p = asFields(value, where);
  const path = {
    step: asFloats(p.step, `${where}.step`),
    x: asFloats(p.x, `${where}.x`),
    y: orNull(p.y, `${where}.y`, asFloats),
    loss: asFloats(p.loss, `${where}.loss`),
    trueLoss: asFloats(p.true_loss, `${where}.true_loss`),
    residual: asFloats(p.residual, `${where}.residual`),
  };
  sameLength(where, path);
  return path;
}

function markOf(value: unknown, where: string): LandscapeMark {
  const { name, x, y, values } = asFields(value, where);
  return {
    name: asText(name, `${where}.name`),
    x: asNumber(x, `${where}.x`),
    y: asNumber(y, `${where}.y`),
    values: numbersOf(values, `${where}.values`),
  };
}

function numbersOf(value: unknown, where: string): Map<string, number> {
  const items = Object.entries(asFields(value, where));
  return new Map(items.map(([name, item]) => [name, asNumber(item, `${where}.${name}`)]));
}

function curvatureOf(value: unknown, where: string): Curvature {
  const c = asFields(value, where);
  return {
    eigenvalues: orNull(c.eigenvalues, `${where}.eigenvalues`, asFloats),
    errors: orNull(c.errors, `${where}.errors`, asFloats),
    trace: orNull(c.trace, `${where}.trace`, asNumber),
    trace_error: orNull(c.trace_error, `${where}.trace_error`, asNumber),
    density: orNull(c.density, `${where}.density`, (density, place) => {
      const { x, y } = asFields(density, place);
      const columns = { x: asFloats(x, `${place}.x`), y: asFloats(y, `${place}.y`) };
      sameLength(place, columns);
      return columns;
    }),
    samples: orNull(c.samples, `${where}.samples`, asNumber),
  };
}

function flatnessOf(value: unknown, where: string): Flatness {
  const f = asFields(value, where);
  const number = (name: string): number => asNumber(f[name], `${where}.${name}`);
  return {
    metric: asText(f.metric, `${where}.metric`),
    center: number("center"),
    minimum: number("minimum"),
    level: number("level"),
    area: number("area"),
    volume: number("volume"),
    open: asFlag(f.open, `${where}.open`),
    sharpness: number("sharpness"),
    radius: number("radius"),
    curvature_x: number("curvature_x"),
    curvature_y: orNull(f.curvature_y, `${where}.curvature_y`, asNumber),
  };
}

export function landscapeOf(value: unknown): Landscape {
  const fields = asFields(value, "landscape");
  const described = describedOf(fields, "landscape");
  const x = asFloats(fields.x, "x");
  const y = orNull(fields.y, "y", asFloats);
  const columns = each(fields.values, "values", asFloats);
  if (columns.length !== described.metrics.length) {
    const want = `${described.metrics.length}, one for each metric`;
    throw new DecodeError("values", `${columns.length} grids`, want);
  }
  const points = x.length * (y?.length ?? 1);
  const done = asBytes(fields.done, "done");
  for (const { length } of [done, ...columns]) {
    if (length !== points) throw new DecodeError("values", `${length} points`, `${points} points`);
  }
  return {
    ...described,
    x,
    y,
    values: new Map(described.metrics.map((name, i) => [name, columns[i] as Float64Array])),
    done,
    center: numbersOf(fields.center, "center"),
    path: orNull(fields.path, "path", pathOf),
    marks: each(fields.marks, "marks", markOf),
    curvature: orNull(fields.curvature, "curvature", curvatureOf),
    flatness: orNull(fields.flatness, "flatness", flatnessOf),
    damaged: asNumber(fields.damaged, "damaged"),
  };
}

/** Beyond so many runs all are asked for: addresses have an end. */
const MOST_IN_ADDRESS = 100;

/**
 * The landscapes of some runs, in their order; of each the later step, and of one step the later id, first.
 * Rejects with an AbortError when aborted.
 */
export async function fetchLandscapes(
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<Listed> {
  if (runs.length === 0) return { landscapes: [], formats: [] };
  const query = new URLSearchParams();
  if (runs.length <= MOST_IN_ADDRESS) for (const run of runs) query.append("run", run);
  const all = landscapesOf(await ask(`landscapes?${query}`, { signal: signal ?? null }));
  const wanted = new Set(runs);
  return { ...all, landscapes: all.landscapes.filter(({ run }) => wanted.has(run)) };
}

function placeQuery(run: string, tag: string, step: number | null, id: string | null) {
  const query = new URLSearchParams({ run, tag });
  if (step !== null) query.set("step", String(step));
  if (id !== null) query.set("id", id);
  return query;
}

/**
 * A landscape, put together of all its records.
 * @param step - null: the newest that the tag has.
 * @param id - null: the newest of that step.
 */
export async function fetchLandscape(
  run: string,
  tag: string,
  step: number | null = null,
  id: string | null = null,
  signal?: AbortSignal,
): Promise<Landscape> {
  const query = placeQuery(run, tag, step, id);
  return landscapeOf(await ask(`landscape?${query}`, { signal: signal ?? null }));
}

export const LANDSCAPE_FORMATS = ["npz", "csv", "vtk", "obj", "stl", "hdf5"] as const;
export type LandscapeFormat = (typeof LANDSCAPE_FORMATS)[number];

/** What a file holds; a table and an archive hold every metric as it is. */
export interface LandscapeFileOptions {
  /** The height of the surface. */
  readonly metric?: string;
  /** Its logarithm instead. */
  readonly log?: boolean;
  /** Heights above it are cut off. */
  readonly zmax?: number | null;
  /** So many points along each axis, interpolated. */
  readonly interpolate?: number | null;
}

/** Address of a landscape as a file to save. */
export function landscapeFileAddress(
  { run, tag, step, id }: LandscapePlace,
  format: LandscapeFormat,
  { metric, log = false, zmax = null, interpolate = null }: LandscapeFileOptions = {},
): string {
  const query = placeQuery(run, tag, step, id);
  query.set("format", format);
  if (metric !== undefined) query.set("metric", metric);
  if (log) query.set("log", "true");
  if (zmax !== null) query.set("zmax", String(zmax));
  if (interpolate !== null) query.set("interpolate", String(interpolate));
  return `./api/landscape/file?${query}`;
}
