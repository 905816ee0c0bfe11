/** How the pixels of an image lie on the screen: moved and enlarged, never turned. */

import type { Rect } from "./cells";

export interface ImageCamera {
  /** CSS pixels of the screen per pixel of the image. */
  readonly scale: number;
  /** Where the image's corner is, in CSS pixels of the view. */
  readonly left: number;
  readonly top: number;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const LEAST = 0.1;
const MOST = 64;
/** Pixels of the image that can't be moved out of sight, on the screen. */
const GRIP = 32;

/** From 0.1 to 64; further out only as far as a huge image needs to be seen whole. */
export function clampScale(scale: number, image: ImageSize, view: ImageSize): number {
  return Math.min(MOST, Math.max(Math.min(LEAST, fitScale(image, view)), scale));
}

function fitScale(image: ImageSize, view: ImageSize): number {
  return Math.min(view.width / image.width, view.height / image.height);
}

/** The whole image in the middle, as large as it can be. */
export function fit(image: ImageSize, view: ImageSize): ImageCamera {
  return centered(Math.min(MOST, fitScale(image, view)), image, view);
}

/** One pixel of the image is one CSS pixel. */
export function actual(image: ImageSize, view: ImageSize): ImageCamera {
  return centered(1, image, view);
}

function centered(scale: number, image: ImageSize, view: ImageSize): ImageCamera {
  const left = (view.width - image.width * scale) / 2;
  const top = (view.height - image.height * scale) / 2;
  return { scale, left, top };
}

/** Nearer or farther; what is at (x, y) of the view stays there. */
export function zoomedAt(
  camera: ImageCamera,
  factor: number,
  x: number,
  y: number,
  image: ImageSize,
  view: ImageSize,
): ImageCamera {
  const scale = clampScale(camera.scale * factor, image, view);
  const by = scale / camera.scale;
  const moved = { scale, left: x - (x - camera.left) * by, top: y - (y - camera.top) * by };
  return kept(moved, image, view);
}

export function moved(
  camera: ImageCamera,
  dx: number,
  dy: number,
  image: ImageSize,
  view: ImageSize,
): ImageCamera {
  return kept({ ...camera, left: camera.left + dx, top: camera.top + dy }, image, view);
}

/** A part of the image in the middle, with a little of what is around it. */
export function zoomedTo(rect: Rect, image: ImageSize, view: ImageSize): ImageCamera {
  const scale = clampScale(0.9 * fitScale(rect, view), image, view);
  const left = view.width / 2 - (rect.x + rect.width / 2) * scale;
  const top = view.height / 2 - (rect.y + rect.height / 2) * scale;
  return { scale, left, top };
}

/** The same, with a part of the image in sight. */
function kept({ scale, left, top }: ImageCamera, image: ImageSize, view: ImageSize): ImageCamera {
  return {
    scale,
    left: Math.min(view.width - GRIP, Math.max(GRIP - image.width * scale, left)),
    top: Math.min(view.height - GRIP, Math.max(GRIP - image.height * scale, top)),
  };
}

/** The pixel of the image at (x, y) of the view; it may lie outside of the image. */
export function pixelAt(
  { scale, left, top }: ImageCamera,
  x: number,
  y: number,
): { x: number; y: number } {
  return { x: Math.floor((x - left) / scale), y: Math.floor((y - top) / scale) };
}
