/**
 * Isolines lit from the upper left, so that bands look like terraces (Tanaka, "The relief contour
 * method of representing topography on maps", Geographical Review 40, 1950): a line that faces the
 * light is white, one that turns away is dark, and both are the wider the more they do.
 */

import { valueAt } from "../../lib/landscape/value";
import { projected, type ContourFrame } from "./frame";
import type { Contour } from "./trace";
import type { ContourGrid, Shape } from "./types";

/** Steps of shade on either side of none. */
const shades = 4;
/** Towards the light, in pixels: y grows downwards. */
const light = { x: -Math.SQRT1_2, y: -Math.SQRT1_2 };

export function reliefShapes(
  contours: readonly Contour[],
  grid: ContourGrid,
  frame: ContourFrame,
): Shape[] {
  const byShade = new Map<number, Float64Array[]>();
  for (const { pieces } of contours) {
    for (const { points, faint } of pieces) {
      if (faint) continue;
      const pixels = projected(points, frame);
      const lit = litOf(points, pixels, grid);
      for (let from = 0; from < lit.length;) {
        let to = from + 1;
        while (to < lit.length && lit[to] === lit[from]) to++;
        const shade = lit[from] as number;
        const line = pixels.subarray(2 * from, 2 * to + 2);
        byShade.set(shade, [...(byShade.get(shade) ?? []), line]);
        from = to;
      }
    }
  }
  return [...byShade].map(([shade, lines]) => {
    const strength = Math.abs(shade) / shades;
    return {
      kind: "paths",
      lines,
      fill: null,
      stroke: shade >= 0 ? "#ffffff" : "#000000",
      width: 0.5 + 0.9 * strength,
      opacity: 0.12 + 0.36 * strength,
    };
  });
}

/** For each step of a line how much it faces the light, from -shades to shades. */
function litOf(points: Float64Array, pixels: Float64Array, grid: ContourGrid): number[] {
  const steps = points.length / 2 - 1;
  const uphill = uphillSide(points, pixels, grid);
  return Array.from({ length: steps }, (_, i) => {
    const [x, y, toX, toY] = pixels.subarray(2 * i, 2 * i + 4) as unknown as Corner;
    const length = Math.hypot(toX - x, toY - y);
    if (length === 0) return 0;
    // The slope faces downhill, away from the side that is higher.
    const facing = (uphill * ((toY - y) * light.x - (toX - x) * light.y)) / length;
    return Math.round(-facing * shades);
  });
}

type Corner = readonly [number, number, number, number];

/** 1: right of the line, as it runs in pixels, it goes up; -1: left of it. Where it runs steepest decides. */
function uphillSide(points: Float64Array, pixels: Float64Array, grid: ContourGrid): 1 | -1 {
  const across = ((grid.x.at(-1) as number) - (grid.x[0] as number)) / grid.x.length / 4;
  const along = ((grid.y.at(-1) as number) - (grid.y[0] as number)) / grid.y.length / 4;
  let sum = 0;
  const steps = points.length / 2 - 1;
  const stride = Math.max(1, Math.floor(steps / 24));
  for (let i = 0; i < steps; i += stride) {
    const [x, y, toX, toY] = points.subarray(2 * i, 2 * i + 4) as unknown as Corner;
    const [px, py, toPx, toPy] = pixels.subarray(2 * i, 2 * i + 4) as unknown as Corner;
    const [midX, midY] = [(x + toX) / 2, (y + toY) / 2];
    const dx = valueAt(grid, midX + across, midY) - valueAt(grid, midX - across, midY);
    const dy = valueAt(grid, midX, midY + along) - valueAt(grid, midX, midY - along);
    // The normal to the right of the line is (dy, -dx) in pixels; upwards in the plane is up.
    const right = (toPy - py) * (dx / across) + (toPx - px) * (dy / along);
    if (Number.isFinite(right)) sum += Math.sign(right);
  }
  return sum >= 0 ? 1 : -1;
}
