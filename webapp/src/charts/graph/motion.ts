/** From one scene to the next: boxes that both have move, and those that are new come out of the one that was opened. */

import type { Scene, SceneBox } from "../../lib/graph/scene";

export const MOTION_MS = 150;
/** Beyond so many boxes nothing moves. */
const MOST = 2000;

type Place = Pick<SceneBox, "x" | "y" | "width" | "height">;

/** Where each box of the new scene comes from; null: there is nothing to move. */
export type Motion = readonly Place[] | null;

/** @param shift - of the old scene, so that what was clicked stays where it is. */
export function motionOf(
  old: Scene | null,
  next: Scene,
  parentOf: (box: number) => number,
  shift: { readonly x: number; readonly y: number },
): Motion {
  if (old === null || old.boxes.length > MOST || next.boxes.length > MOST) return null;
  return next.boxes.map((box) => {
    for (let from = box.box; from >= 0; from = parentOf(from)) {
      const before = old.boxes[old.placeOf.get(from) ?? -1];
      if (before === undefined) continue;
      const { x, y, width, height } = before;
      const place = { x: x + shift.x, y: y + shift.y };
      if (from === box.box) return { ...place, width, height };
      return { x: place.x + width / 2, y: place.y + height / 2, width: 0, height: 0 };
    }
    return box;
  });
}

/** @param t - from 0 to 1. */
export function sceneAt(scene: Scene, motion: Motion, t: number): Scene {
  if (motion === null || t >= 1) return scene;
  const eased = 1 - (1 - t) ** 3;
  const mix = (from: number, to: number): number => from + (to - from) * eased;
  const boxes = scene.boxes.map((box, i) => {
    const from = motion[i] ?? box;
    return {
      ...box,
      x: mix(from.x, box.x),
      y: mix(from.y, box.y),
      width: mix(from.width, box.width),
      height: mix(from.height, box.height),
    };
  });
  // Wires would have to bend: they come with the last picture.
  return { ...scene, boxes, wires: [], stubs: [] };
}
