/** Where wires are too long to be drawn: small signs at both ends, one at each side of a box. */

import type { Scene } from "../../lib/graph/scene";

export interface StubSign {
  readonly box: number;
  /** What comes from there, or goes there. */
  readonly others: readonly number[];
  readonly isInput: boolean;
  /** In the unit of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const HEIGHT = 14;

const made = new WeakMap<Scene, readonly StubSign[]>();

export function stubSigns(scene: Scene): readonly StubSign[] {
  const known = made.get(scene);
  if (known !== undefined) return known;
  const sides = [new Map<number, number[]>(), new Map<number, number[]>()] as const;
  for (const { from, to } of scene.stubs) {
    for (const [side, box, other] of [
      [0, to, from],
      [1, from, to],
    ] as const) {
      const others = sides[side].get(box);
      if (others === undefined) sides[side].set(box, [other]);
      else others.push(other);
    }
  }
  const signs = sides.flatMap((side, i) =>
    Array.from(side, ([box, others]): StubSign => {
      const { x, y, width, height } = scene.boxes[scene.placeOf.get(box) ?? 0] ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      const isInput = i === 0;
      // Beside the middle, where wires come in and go out.
      const wide = Math.min(84, Math.max(36, width / 2 - 8));
      return {
        box,
        others,
        isInput,
        x: isInput ? x : x + width - wide,
        y: isInput ? y - HEIGHT - 3 : y + height + 3,
        width: wide,
        height: HEIGHT,
      };
    }),
  );
  made.set(scene, signs);
  return signs;
}
