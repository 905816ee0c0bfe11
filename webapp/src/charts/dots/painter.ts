/** Dots of very many rows on a canvas, in pieces. */

import { byColor, drawInPieces, scattered, type Job, type Pace } from "../rows/job";

export interface Dots {
  readonly rows: Int32Array;
  /** Places as of `placesOf`: of each pair of axes. */
  readonly places: readonly Float32Array[];
  /** [rows], or one for all; in pixels. */
  readonly radii: Float32Array | number;
  readonly opacity: number;
  /** [rows], or one for all. */
  readonly colors: readonly string[] | string;
}

/** Dots smaller than this are squares, which are much faster to draw. */
const smallest = 2;

/** Draws what one frame has time for at once, and the rest in the next frames. */
export function paintDots(
  context: CanvasRenderingContext2D,
  dots: Dots,
  pace: Pace,
  done?: () => void,
): Job {
  const { places, radii, opacity, colors } = dots;
  const rows = scattered(dots.rows);
  return drawInPieces(
    rows.length,
    pace,
    (from, to) => {
      context.globalAlpha = opacity;
      const groups =
        typeof colors === "string"
          ? new Map([[colors, Array.from(rows.subarray(from, to))]])
          : byColor(rows, from, to, colors);
      for (const [color, group] of groups) {
        context.fillStyle = color;
        for (const each of places) paintGroup(context, each, group, radii);
      }
      context.globalAlpha = 1;
    },
    done,
  );
}

function paintGroup(
  context: CanvasRenderingContext2D,
  places: Float32Array,
  rows: readonly number[],
  radii: Float32Array | number,
): void {
  for (const row of rows) {
    const [x, y] = [places[2 * row] as number, places[2 * row + 1] as number];
    const radius = typeof radii === "number" ? radii : (radii[row] as number);
    if (radius < smallest) context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    else {
      // A path each: dots in one path would not show how many lie on top of each other.
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }
}

export function radiusFor(rows: number): number {
  return rows <= 200 ? 4.5 : rows <= 2000 ? 3.5 : 2.5;
}

export function opacityFor(rows: number): number {
  return rows <= 200 ? 0.85 : rows <= 2000 ? 0.65 : 0.45;
}

export const faint = 0.14;
