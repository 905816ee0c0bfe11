/** Meshes and point clouds. */

import type { Shaped, TypedArray } from "./arrays";
import { DecodeError, describe } from "./decode";
import { fetchPayload, type Payload } from "./records";
import { fields } from "./shapes";

/** How a mesh is drawn at first; what is not given is the view's choice. */
export interface MeshLook {
  readonly pointSize?: number;
  readonly fov?: number;
  readonly projection?: "perspective" | "orthographic";
  readonly up?: "y" | "z";
  readonly wireframe?: boolean;
}

export interface Mesh {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  /** x, y and z of each, [3 N]; of a double's precision where a float can't distinguish them. */
  readonly vertices: Float32Array | Float64Array;
  /** Three vertices each, [3 M]; null: a point cloud. */
  readonly faces: Uint32Array | null;
  /** [channels N]; null: there are none. */
  readonly colors: Uint8Array | null;
  /** 3, or 4 with opacity; 0 without colors. */
  readonly channels: number;
  /** [N]; null: there are none. */
  readonly values: Float32Array | null;
  readonly look: MeshLook;
  /** Numbers of colors that were beyond what colors can be. */
  readonly clipped: number;
}

type ArrayType<T extends TypedArray> = new (length: number) => T;

/** The items of a matrix of so many columns. */
function columnsOf<T extends TypedArray>(
  value: unknown,
  type: ArrayType<T>,
  widths: readonly number[],
  where: string,
): { data: T; width: number } {
  const { shape, data } = (value ?? {}) as Partial<Shaped>;
  const width = shape?.length === 2 ? (shape[1] ?? 0) : 0;
  if (!(data instanceof type) || !widths.includes(width))
    throw new DecodeError(where, describe(value), `a matrix of ${widths.join(" or ")} columns`);
  return { data, width };
}

function coordinatesOf(value: unknown): Float32Array | Float64Array {
  const isDouble = (value as Partial<Shaped> | null)?.data instanceof Float64Array;
  return isDouble
    ? columnsOf(value, Float64Array, [3], "payload.vertices").data
    : columnsOf(value, Float32Array, [3], "payload.vertices").data;
}

export function meshOf({ run, tag, step, summary, payload }: Payload): Mesh {
  const vertices = coordinatesOf(payload.vertices);
  const count = vertices.length / 3;
  const { faces, colors, values, look } = payload;
  const corners = faces === null ? null : columnsOf(faces, Uint32Array, [3], "payload.faces").data;
  if (corners?.some((vertex) => vertex >= count) === true)
    throw new DecodeError("payload.faces", "a vertex that is not there", `up to ${count - 1}`);
  const paint = colors === null ? null : columnsOf(colors, Uint8Array, [3, 4], "payload.colors");
  if (paint !== null && paint.data.length !== paint.width * count)
    throw new DecodeError(
      "payload.colors",
      `${paint.data.length} items`,
      `those of ${count} vertices`,
    );
  if (values !== null && (!(values instanceof Float32Array) || values.length !== count))
    throw new DecodeError("payload.values", describe(values), `${count} numbers`);
  const clipped = typeof summary.clipped === "number" ? summary.clipped : 0;
  return {
    run,
    tag,
    step,
    vertices,
    faces: corners,
    colors: paint?.data ?? null,
    channels: paint?.width ?? 0,
    values,
    look: lookOf(look),
    clipped,
  };
}

/** What it knows of a look; anything else is left out. */
function lookOf(value: unknown): MeshLook {
  const given = fields(value ?? {}, "payload.look");
  const { point_size, fov, projection, up, wireframe } = given;
  return {
    ...(typeof point_size === "number" && point_size > 0 ? { pointSize: point_size } : {}),
    ...(typeof fov === "number" && fov > 0 && fov < 180 ? { fov } : {}),
    ...(projection === "perspective" || projection === "orthographic" ? { projection } : {}),
    ...(up === "y" || up === "z" ? { up } : {}),
    ...(typeof wireframe === "boolean" ? { wireframe } : {}),
  };
}

/** @param check - of the index, so that the browser keeps the answer. */
export async function fetchMesh(
  run: string,
  tag: string,
  step: number,
  check: number,
  signal?: AbortSignal,
): Promise<Mesh> {
  return meshOf(await fetchPayload("mesh", run, tag, step, check, signal));
}
