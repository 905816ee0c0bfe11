/** Whether both axes can have one unit, so that angles and distances of the plane are seen as they are. */

import { wholeView } from "../../../charts/contour/frame";

type Planes = Parameters<typeof wholeView>[0];

/** A plane that is so many times as long as wide would be but a strip. */
const longest = 8;
/** In a drawing narrower than this, in pixels, no room may be left empty. */
const narrow = 425;
/** What axes and the scale of colors take. */
const around = { width: 130, height: 70 };
/** A plane that takes less of a narrow drawing is too small to be read. */
const leastShare = 0.5;

/** Why they can't; null: they can. */
export function whyUnequal(
  planes: Planes,
  size: { readonly width: number; readonly height: number },
): "equalLong" | "equalNarrow" | null {
  const { x, y } = wholeView(planes);
  const shape = (x[1] - x[0]) / (y[1] - y[0]);
  if (Math.max(shape, 1 / shape) > longest) return "equalLong";
  if (size.width === 0 || size.width >= narrow) return null;
  const room = Math.max(1, size.width - around.width) / Math.max(1, size.height - around.height);
  return Math.min(shape / room, room / shape) < leastShare ? "equalNarrow" : null;
}
