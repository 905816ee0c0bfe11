/** Small readings of what the panel tells. */

import { valueText } from "../../lib/graph/search";
import type { Scene } from "../../lib/graph/scene";

const MOST = 200;

/** Names and values as text. */
export function attributesOf(
  attributes: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  return Object.entries(attributes)
    .slice(0, MOST)
    .map(([name, value]) => [name, valueText(value, 2000)]);
}

/** How many equal neighbors a box of the drawing stands for; 1: none. */
export function timesOf({ boxes, placeOf }: Scene, box: number): number {
  return boxes[placeOf.get(box) ?? -1]?.times ?? 1;
}
