/** What of a drawing is at a place. */

import type { SceneBox } from "../../lib/graph/scene";
import { stubSigns } from "./stubs";
import type { GraphFigure, GraphHit } from "./types";

/** Of the button that opens and closes a box, in the unit of the drawing. */
export const BUTTON = 22;

/** Where the button of a box is. */
export function buttonOf({ x, y, height, isOpen }: SceneBox): { x: number; y: number } {
  return isOpen ? { x: x + 6, y: y + 7 } : { x: x + 2, y: y + height / 2 - BUTTON / 2 };
}

/** Where it says how often a box is repeated. */
export function timesOf({ x, y, width, times }: SceneBox): { x: number; y: number; width: number } {
  const wide = 20 + 7 * String(times).length;
  return { x: x + width - wide + 6, y: y - 8, width: wide };
}

/** @param x - and `y` in the unit of the drawing. */
export function hitAt(figure: GraphFigure, x: number, y: number): GraphHit | null {
  const { scene, canOpen } = figure;
  const within = (left: number, top: number, width: number, height: number): boolean =>
    x >= left && x < left + width && y >= top && y < top + height;
  for (const sign of stubSigns(scene)) {
    const { x: left, y: top, width, height, box, others } = sign;
    if (within(left, top, width, height)) return { part: "stub", box, others };
  }
  let found: SceneBox | null = null;
  for (const each of scene.boxes) {
    if (each.times > 1) {
      const { x: left, y: top, width } = timesOf(each);
      if (within(left, top, width, 18)) return { part: "times", box: each.box };
    }
    // Those within others come later.
    if (within(each.x, each.y, each.width, each.height)) found = each;
  }
  if (found === null) return null;
  const { x: left, y: top } = buttonOf(found);
  const isButton = canOpen(found.box) && within(left, top, BUTTON, BUTTON);
  return { part: isButton ? "toggle" : "body", box: found.box };
}

/** The nearest box in a direction, for keys. @param dx - and `dy`: -1, 0 or 1. */
export function boxBeside(figure: GraphFigure, box: number, dx: number, dy: number): number {
  const { boxes, placeOf } = figure.scene;
  const here = boxes[placeOf.get(box) ?? -1];
  if (here === undefined) return boxes[0]?.box ?? -1;
  const middle = (each: SceneBox) => ({
    x: each.x + each.width / 2,
    y: each.y + Math.min(each.height, 42) / 2,
  });
  const at = middle(here);
  let [best, least] = [box, Infinity];
  for (const each of boxes) {
    if (each.box === box) continue;
    const other = middle(each);
    const ahead = (other.x - at.x) * dx + (other.y - at.y) * dy;
    const aside = Math.abs((other.x - at.x) * dy) + Math.abs((other.y - at.y) * dx);
    if (ahead <= 1) continue;
    const cost = ahead + 2.5 * aside;
    if (cost < least) [best, least] = [each.box, cost];
  }
  return best;
}
