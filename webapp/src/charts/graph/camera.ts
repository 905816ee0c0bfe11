/** The part of a drawing that is seen. */

import type { GraphCamera, GraphView } from "./types";

const CLOSEST = 4;
const FARTHEST = 0.0005;
const MARGIN = 24;

export function clampedScale(scale: number): number {
  return Math.min(CLOSEST, Math.max(FARTHEST, scale));
}

/** All of it. */
export function fitted(scene: GraphView, view: GraphView): GraphCamera {
  const room = { width: view.width - 2 * MARGIN, height: view.height - 2 * MARGIN };
  const scale = clampedScale(
    Math.min(1.25, room.width / Math.max(1, scene.width), room.height / Math.max(1, scene.height)),
  );
  return {
    scale,
    x: scene.width / 2 - view.width / 2 / scale,
    y: scene.height / 2 - view.height / 2 / scale,
  };
}

/** All of it, or its beginning, in a size that is good to read, if all of it would be too small to be read at all. */
export function first(scene: GraphView, view: GraphView, isDown: boolean): GraphCamera {
  const whole = fitted(scene, view);
  if (whole.scale >= READABLE) return whole;
  const scale = GOOD;
  const middle = (size: number, room: number): number => size / 2 - room / 2 / scale;
  const start = -MARGIN / scale;
  return {
    scale,
    x: isDown ? middle(scene.width, view.width) : start,
    y: isDown ? start : middle(scene.height, view.height),
  };
}
const READABLE = 0.5;
const GOOD = 0.62;

/** @param at - a place of the view, in pixels, which stays where it is. @param factor - above 1 to come closer. */
export function zoomed(
  camera: GraphCamera,
  at: { x: number; y: number },
  factor: number,
): GraphCamera {
  const scale = clampedScale(camera.scale * factor);
  return {
    scale,
    x: camera.x + at.x / camera.scale - at.x / scale,
    y: camera.y + at.y / camera.scale - at.y / scale,
  };
}

export function panned(camera: GraphCamera, dx: number, dy: number): GraphCamera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

interface Rectangle extends GraphView {
  readonly x: number;
  readonly y: number;
}

/** So that a box is seen whole, and its text can be read; as it is if that is so already. */
export function showing(camera: GraphCamera, box: Rectangle, view: GraphView): GraphCamera {
  const scale = Math.max(camera.scale, Math.min(0.8, view.width / (box.width + 2 * MARGIN)));
  const left = (box.x - camera.x) * camera.scale;
  const top = (box.y - camera.y) * camera.scale;
  const right = left + Math.min(box.width * camera.scale, view.width - 2 * MARGIN);
  const bottom = top + Math.min(box.height * camera.scale, view.height - 2 * MARGIN);
  const isSeen = left >= 0 && top >= 0 && right <= view.width && bottom <= view.height;
  if (isSeen && scale === camera.scale) return camera;
  const height = Math.min(box.height, (view.height - 2 * MARGIN) / scale);
  return {
    scale,
    x: box.x + box.width / 2 - view.width / 2 / scale,
    y: box.y + height / 2 - view.height / 2 / scale,
  };
}
