/** The sides of the box, and what is drawn on its floor. Pure. */

import { HOLE } from "../../lib/landscape/fill";
import { halves, placeOn, type SurfaceAxis, type SurfaceFrame } from "./frame";
import type { SurfaceGrid } from "./types";
import type { Triple } from "../space/direction";

export interface Wall {
  /** Its normal points along this axis, outwards at this end. */
  readonly axis: 0 | 1 | 2;
  readonly end: -1 | 1;
  /** Both ends of each line, x, y, z: the four edges first, then a line at each tick. */
  readonly edges: Float32Array;
  readonly lines: Float32Array;
}

const others = [
  [1, 2],
  [0, 2],
  [0, 1],
] as const;

export function wallsOf(frame: SurfaceFrame): Wall[] {
  const half = halves(frame);
  const axes = [frame.x, frame.y, frame.z] as const;
  return ([0, 1, 2] as const).flatMap((axis) =>
    ([-1, 1] as const).map((end) => {
      const [u, v] = others[axis];
      const edges: number[] = [];
      const lines: number[] = [];
      const at = (along: 0 | 1 | 2, value: number, across: 0 | 1 | 2, side: number) => {
        const place = [0, 0, 0];
        place[axis] = end * half[axis];
        place[along] = value;
        place[across] = side * half[across];
        return place;
      };
      for (const side of [-1, 1]) {
        edges.push(...at(u, -half[u], v, side), ...at(u, half[u], v, side));
        edges.push(...at(v, -half[v], u, side), ...at(v, half[v], u, side));
      }
      for (const [along, across] of [
        [u, v],
        [v, u],
      ] as const) {
        for (const place of tickPlaces(axes[along])) {
          lines.push(...at(along, place, across, -1), ...at(along, place, across, 1));
        }
      }
      return { axis, end, edges: Float32Array.from(edges), lines: Float32Array.from(lines) };
    }),
  );
}

function tickPlaces(axis: SurfaceAxis): number[] {
  return axis.ticks.at.map((value) => placeOn(axis, value));
}

/** Whether a wall is behind what is in the box. */
export function isBehind(wall: Pick<Wall, "axis" | "end">, half: Triple, eye: Triple): boolean {
  return wall.end * eye[wall.axis] < half[wall.axis];
}

/** Strokes on the floor below the points that have no height: x, y, z of both ends. */
export function hatching(grids: readonly SurfaceGrid[], frame: SurfaceFrame): Float32Array {
  const out: number[] = [];
  const floor = -frame.z.half;
  for (const { x, y, mask } of grids) {
    const xs = x.map((value) => placeOn(frame.x, value));
    const ys = y.map((value) => placeOn(frame.y, value));
    for (let at = 0; at < mask.length; at++) {
      if (mask[at] !== HOLE) continue;
      const [column, row] = [at % x.length, Math.floor(at / x.length)];
      const [left, right] = around(xs, column);
      const [low, high] = around(ys, row);
      out.push(left, low, floor, right, high, floor);
    }
  }
  return Float32Array.from(out);
}

/** From halfway to the neighbor before to halfway to the one after. */
function around(places: Float64Array, i: number): readonly [number, number] {
  const here = places[i] ?? 0;
  const [before, after] = [places[i - 1] ?? here, places[i + 1] ?? here];
  return [(before + here) / 2, (here + after) / 2];
}
