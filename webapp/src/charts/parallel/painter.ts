/** Lines of very many rows on a canvas, in pieces. */

import { fitted } from "../shapes/canvas";
import { byColor, drawInPieces, type Job, type Pace } from "../rows/job";
import type { ParallelLayout } from "./layout";
import { strokeWidth } from "./look";

/** Lines in one path: long paths that cross themselves are slow to fill, and count crossings once. */
const perPath = 8;

export interface Lines {
  readonly layout: ParallelLayout;
  /** Heights at each axis, each [rows]. */
  readonly ys: readonly Float32Array[];
  /** In the order in which they are drawn: what comes first shall be a sample of all. */
  readonly rows: Int32Array;
  readonly opacity: number;
  /** Of each row; or one for all. */
  readonly colors: readonly string[] | string;
}

/** Clears the canvas, draws what one frame has time for at once, and the rest in the next frames. */
export function paintLines(
  canvas: HTMLCanvasElement,
  lines: Lines,
  pace: Pace,
  done?: () => void,
): Job {
  const { layout, ys, rows, opacity, colors } = lines;
  const context = fitted(canvas, layout);
  if (context === null) return { cancel: () => undefined };
  context.globalAlpha = opacity;
  context.lineWidth = strokeWidth(rows.length);
  context.lineJoin = "bevel";
  return drawInPieces(
    rows.length,
    pace,
    (from, to) => {
      const groups =
        typeof colors === "string"
          ? new Map([[colors, Array.from(rows.subarray(from, to))]])
          : byColor(rows, from, to, colors);
      for (const [color, group] of groups) {
        context.strokeStyle = color;
        for (let i = 0; i < group.length; i += perPath) {
          context.beginPath();
          for (const row of group.slice(i, i + perPath)) trace(context, layout, ys, row);
          context.stroke();
        }
      }
    },
    done,
  );
}

function trace(
  context: CanvasRenderingContext2D,
  { xs }: ParallelLayout,
  ys: readonly Float32Array[],
  row: number,
): void {
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i] as number, ys[i]?.[row] as number];
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}
