/** Draws one or two images as a camera sees them. */

import type { ImageCamera, ImageSize } from "./camera";
import type { Rect } from "./cells";
import { sourceFor } from "./reduced";

/** Decoded, and of a known size. */
export interface Drawable {
  readonly element: HTMLImageElement;
}

export interface ImageScene {
  readonly first: Drawable | null;
  /** Lies over the first one: right of the divider, or as what it differs by. */
  readonly second: Drawable | null;
  readonly how: "over" | "wipe" | "difference";
  /** Place of the divider, from 0 (left) to 1. */
  readonly wipe: number;
  readonly camera: ImageCamera;
  /** Enlarged pixels keep their edges. */
  readonly pixelated: boolean;
}

/** @param ratio - pixels of the canvas per CSS pixel. */
export function paint(
  context: CanvasRenderingContext2D,
  scene: ImageScene,
  view: ImageSize,
  ratio: number,
): void {
  const { first, second, how, wipe } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  if (how === "difference" && first !== null && second !== null) {
    context.save();
    drawDifference(context, first, second, scene, view, ratio);
    context.restore();
    return;
  }
  const divider = wipe * view.width;
  if (first !== null) {
    context.save();
    if (how === "wipe") clip(context, 0, divider, view);
    draw(context, first, scene, view, ratio);
    context.restore();
  }
  if (second === null) return;
  context.save();
  if (how === "wipe") clip(context, divider, view.width, view);
  draw(context, second, scene, view, ratio);
  context.restore();
}

function clip(context: CanvasRenderingContext2D, from: number, to: number, view: ImageSize): void {
  context.beginPath();
  context.rect(from, 0, to - from, view.height);
  context.clip();
}

/** The part of an image that is seen: at 64 times its size a whole one would be far too large. */
function seen(
  { element }: Drawable,
  { scale, left, top }: ImageCamera,
  view: ImageSize,
): Rect | null {
  const x = Math.max(0, Math.floor(-left / scale));
  const y = Math.max(0, Math.floor(-top / scale));
  const right = Math.min(element.naturalWidth, Math.ceil((view.width - left) / scale));
  const bottom = Math.min(element.naturalHeight, Math.ceil((view.height - top) / scale));
  return right <= x || bottom <= y ? null : { x, y, width: right - x, height: bottom - y };
}

function draw(
  context: CanvasRenderingContext2D,
  drawable: Drawable,
  scene: ImageScene,
  view: ImageSize,
  ratio: number,
): void {
  const rect = seen(drawable, scene.camera, view);
  if (rect === null) return;
  const { source, share } = sourceFor(drawable.element, scene.camera.scale * ratio);
  const from = {
    x: rect.x / share,
    y: rect.y / share,
    width: rect.width / share,
    height: rect.height / share,
  };
  place(context, source, from, rect, scene, ratio);
}

/** @param from - the part of `source`, in its own pixels, that goes to `to`, in pixels of the image. */
function place(
  context: CanvasRenderingContext2D,
  source: CanvasImageSource,
  from: Rect,
  to: Rect,
  { camera, pixelated }: ImageScene,
  ratio: number,
): void {
  const { scale, left, top } = camera;
  context.imageSmoothingEnabled = !(pixelated && scale * ratio >= 1);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    source,
    from.x,
    from.y,
    from.width,
    from.height,
    left + to.x * scale,
    top + to.y * scale,
    to.width * scale,
    to.height * scale,
  );
}

/** Pixels of which differences are taken before they are enlarged or made smaller. */
const EXACT_PIXELS = 8e6;

/** Pixel by pixel where that can be done quickly: what is rounded twice would leave traces at edges. */
function drawDifference(
  context: CanvasRenderingContext2D,
  one: Drawable,
  other: Drawable,
  scene: ImageScene,
  view: ImageSize,
  ratio: number,
): void {
  const [first, second] = [seen(one, scene.camera, view), seen(other, scene.camera, view)];
  const rect = first !== null && second !== null ? around(first, second) : (first ?? second);
  if (rect === null) return;
  if (rect.width * rect.height > EXACT_PIXELS) {
    draw(context, one, scene, view, ratio);
    context.globalCompositeOperation = "difference";
    draw(context, other, scene, view, ratio);
    return;
  }
  const flat = document.createElement("canvas");
  [flat.width, flat.height] = [rect.width, rect.height];
  const pixels = flat.getContext("2d");
  if (pixels === null) return;
  pixels.drawImage(one.element, -rect.x, -rect.y);
  pixels.globalCompositeOperation = "difference";
  pixels.drawImage(other.element, -rect.x, -rect.y);
  place(context, flat, { ...rect, x: 0, y: 0 }, rect, scene, ratio);
}

function around(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
