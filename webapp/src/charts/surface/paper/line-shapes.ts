/** Lines of equal height on surfaces, where nothing lies before them. Pure. */

import { colorOf } from "../../../lib/palettes";
import type { Shape } from "../../shapes/shapes";
import { placeOn, shareOn, type SurfaceFrame } from "../frame";
import { isolines } from "../isolines";
import type { SurfaceView } from "../labels";
import { meshOf } from "../mesh";
import { isCovered } from "../picking";
import type { SurfaceFigure } from "../types";
import { projected, thinned, triple } from "./patches";
import { middleOf, opaque } from "./trail-shapes";

export function lineShapes(figure: SurfaceFigure, frame: SurfaceFrame, view: SurfaceView): Shape[] {
  const grids = figure.grids.map(thinned);
  const mesh = meshOf(grids, frame, figure);
  const isSolid = figure.opacity > opaque;
  return figure.levels
    .filter((level) => level > frame.z.min && level < frame.z.max)
    .map((level): Shape => {
      const ends = isolines(mesh, [placeOn(frame.z, level)]);
      const lines: Float64Array[] = [];
      for (let i = 0; i + 5 < ends.length; i += 6) {
        const [from, to] = [triple(ends, i), triple(ends, i + 3)];
        if (!isSolid || !isCovered(grids, frame, view.eye, middleOf(from, to)))
          lines.push(projected([from, to], view));
      }
      const { stroke, opacity } = strokeOn(figure, frame, level);
      const shown = opacity * Math.max(0.4, figure.opacity);
      return { kind: "paths", lines, fill: null, stroke, width: 0.8, opacity: shown };
    });
}

/** On dark colors light lines are seen, on light colors dark ones. */
function strokeOn({ palette, grids }: SurfaceFigure, frame: SurfaceFrame, level: number) {
  const [red, green, blue] = colorOf(palette, shareOn(frame.tint, level));
  const isDark =
    grids.every(({ color }) => color === undefined) && 0.3 * red + 0.59 * green + 0.11 * blue < 85;
  return isDark ? { stroke: "#ffffff", opacity: 0.34 } : { stroke: "#000000", opacity: 0.3 };
}
