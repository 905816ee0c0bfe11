/** Surfaces as flat patches from the farthest to the nearest, for painting one over the other. Pure. */

import { HOLE } from "../../../lib/landscape/fill";
import type { Shape } from "../../shapes/shapes";
import type { Triple } from "../../space/direction";
import { shareOn, valueOn, type SurfaceFrame } from "../frame";
import type { SurfaceView } from "../labels";
import { meshOf, type SurfaceMesh } from "../mesh";
import { rampsOf } from "../ramps";
import type { SurfaceCamera, SurfaceFigure, SurfaceGrid } from "../types";
import { litColor, sunOf, unit } from "./shade";

/** Patches along an axis at most: what prints in a paper needs no more, and programs still open it. */
export const mostPatches = 200;
/** Closes the seams between patches, in pixels. */
const seam = 0.5;

/** A grid with fewer points, of those that it has. */
export function thinned(grid: SurfaceGrid): SurfaceGrid {
  const kept = (axis: Float64Array): number[] => {
    const count = Math.min(axis.length, mostPatches + 1);
    return Array.from({ length: count }, (_, i) =>
      Math.round((i * (axis.length - 1)) / Math.max(1, count - 1)),
    );
  };
  const [columns, rows] = [kept(grid.x), kept(grid.y)];
  if (columns.length === grid.x.length && rows.length === grid.y.length) return grid;
  const at = rows.flatMap((row) => columns.map((column) => row * grid.x.length + column));
  return {
    ...grid,
    x: Float64Array.from(columns, (i) => grid.x[i] ?? NaN),
    y: Float64Array.from(rows, (i) => grid.y[i] ?? NaN),
    values: Float64Array.from(at, (i) => grid.values[i] ?? NaN),
    mask: Uint8Array.from(at, (i) => grid.mask[i] ?? HOLE),
  };
}

interface Patch {
  readonly grid: number;
  /** Vertices in turn. */
  readonly corners: readonly number[];
  /** From the eye. */
  readonly distance: number;
}

export function patchShapes(
  figure: SurfaceFigure,
  frame: SurfaceFrame,
  camera: SurfaceCamera,
  view: SurfaceView,
): Shape[] {
  const grids = figure.grids.map(thinned);
  const mesh = meshOf(grids, frame, figure);
  const ramps = rampsOf(grids, figure.palette);
  const sun = sunOf(camera, figure.light);
  const patches = grids.flatMap((grid, i) => patchesOf(grid, i, mesh, view.eye));
  patches.sort((one, other) => other.distance - one.distance);
  return patches.flatMap(({ grid, corners }): Shape[] => {
    const whole = corners.map((vertex) => place(mesh, vertex));
    const cut = belowHeight(whole, frame.z.half);
    if (cut.length < 3) return [];
    const middle = mean(cut);
    const eye: Triple = [view.eye[0] - middle[0], view.eye[1] - middle[1], view.eye[2] - middle[2]];
    const fill = litColor(ramps, grid, shareOn(frame.tint, valueOn(frame.z, middle[2])), {
      normal: unit(mean(corners.map((vertex) => normal(mesh, vertex)))),
      towards: unit(eye),
      sun,
      strength: figure.light.strength,
    });
    const shown = corners.reduce((sum, vertex) => sum + (mesh.looks[2 * vertex + 1] ?? 0), 0);
    const opacity = Math.round((100 * shown) / corners.length / 255) / 100;
    // What is seen through would show its seams twice.
    const stroke = opacity < 1 ? null : fill;
    return [
      {
        kind: "path",
        points: projected([...cut, cut[0] as Triple], view),
        fill,
        stroke,
        width: seam,
        opacity,
      },
    ];
  });
}

function patchesOf(
  { x, y, mask }: SurfaceGrid,
  grid: number,
  mesh: SurfaceMesh,
  eye: Triple,
): Patch[] {
  const first = mesh.first[grid] ?? 0;
  const patches: Patch[] = [];
  for (let row = 0; row + 1 < y.length; row++) {
    for (let column = 0; column + 1 < x.length; column++) {
      const at = row * x.length + column;
      const around = [at, at + 1, at + x.length + 1, at + x.length];
      const corners = around.filter((i) => mask[i] !== HOLE).map((i) => first + i);
      if (corners.length < 3) continue;
      const [px, py, pz] = mean(corners.map((vertex) => place(mesh, vertex)));
      patches.push({ grid, corners, distance: Math.hypot(px - eye[0], py - eye[1], pz - eye[2]) });
    }
  }
  return patches;
}

/** The part of a polygon that is not cut off (Sutherland and Hodgman 1974). */
export function belowHeight(polygon: readonly Triple[], top: number): Triple[] {
  // A little room, or rounding would eat what ends there.
  const limit = top * 1.0001;
  return polygon.flatMap((to, i): Triple[] => {
    const from = polygon.at(i - 1) ?? to;
    const [isIn, wasIn] = [to[2] <= limit, from[2] <= limit];
    if (isIn === wasIn) return isIn ? [to] : [];
    const share = (limit - from[2]) / (to[2] - from[2]);
    const crossing: Triple = [
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
      limit,
    ];
    return isIn ? [crossing, to] : [crossing];
  });
}

export function projected(places: readonly Triple[], { project }: SurfaceView): Float64Array {
  return Float64Array.from(
    places.flatMap((each) => {
      const { x, y } = project(each);
      return [x, y];
    }),
  );
}

export function triple(list: ArrayLike<number>, at: number): Triple {
  return [list[at] ?? NaN, list[at + 1] ?? NaN, list[at + 2] ?? NaN];
}

function place({ positions }: SurfaceMesh, vertex: number): Triple {
  return triple(positions, 3 * vertex);
}

function normal({ normals }: SurfaceMesh, vertex: number): Triple {
  return triple(normals, 3 * vertex);
}

function mean(of: readonly Triple[]): Triple {
  const sum = [0, 0, 0];
  for (const each of of) each.forEach((part, axis) => (sum[axis] = (sum[axis] ?? 0) + part));
  return triple(
    sum.map((part) => part / of.length),
    0,
  );
}
