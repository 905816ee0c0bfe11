/** Marks of profiles as shapes, for pictures of the plots that they stand on. */

import type { ShapeBox, Colors, Shape } from "../../charts/shapes/shapes";
import { onlyRun, type ProfileMark } from "./marks";

/** Half of a diamond's diagonal, and how far above the axis its middle is, in pixels. */
const HALF = 5.5;
const ABOVE_AXIS = 4;

/**
 * A diamond in its run's color for each mark; where several runs have profiles a gray one, and how many there are.
 * @param box - of the plot.
 */
export function markShapes(
  marks: readonly ProfileMark[],
  box: ShapeBox,
  colors: Colors,
  colorOf: (run: string) => string,
): Shape[] {
  return marks.flatMap((mark): Shape[] => {
    const [x, y] = [box.left + mark.x, box.top + box.height - ABOVE_AXIS];
    const run = onlyRun(mark);
    const points = Float64Array.of(x, y - HALF, x + HALF, y, x, y + HALF, x - HALF, y, x, y - HALF);
    const fill = run === null ? colors.muted : colorOf(run);
    const diamond = { kind: "path", points, fill, stroke: colors.surface, width: 1.5 } as const;
    if (run !== null) return [diamond];
    const text = String(mark.profiles.length);
    const look = { anchor: "start", fill: colors.muted, halo: colors.surface } as const;
    return [diamond, { kind: "text", x: x + HALF + 2, y: y + 4, text, ...look }];
  });
}
