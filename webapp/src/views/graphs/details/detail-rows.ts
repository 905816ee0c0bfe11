/** Small readings of what the panel shows. */

import { valueText } from "../../../lib/graph/search";
import type { Scene } from "../../../lib/graph/scene";

const MOST = 200;

/** What has a place of its own: where tensors come from, and which operations have no FLOPs. */
const APART: ReadonlySet<string> = new Set(["tensors", "not_counted"]);

/** Names and values as text. */
export function attributesOf(
  attributes: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  return Object.entries(attributes)
    .filter(([name]) => !APART.has(name))
    .slice(0, MOST)
    .map(([name, value]) => [name, valueText(value, 2000)]);
}

/** Types of operations whose FLOPs are not counted, with how many there are: the most frequent first. */
export function uncountedOf(
  about: Readonly<Record<string, unknown>>,
): readonly (readonly [string, number])[] {
  const { not_counted: found } = about;
  if (typeof found !== "object" || found === null) return [];
  return Object.entries(found)
    .filter((entry): entry is [string, number] => typeof entry[1] === "number")
    .sort(([, a], [, b]) => b - a);
}

/** How many equal neighbors a box of the drawing stands for; 1: none. */
export function timesOf({ boxes, placeOf }: Scene, box: number): number {
  return boxes[placeOf.get(box) ?? -1]?.times ?? 1;
}
