/** Canvases: one as sharp as the screen, and one of given pixels. */

import type { Raster } from "./shapes";

/** No browser has canvases that are wider, in pixels. */
const widest = 16_000;

/** @param size - in CSS pixels. @returns the canvas in this size, cleared. */
export function fitted(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  const density = Math.min(devicePixelRatio, widest / width);
  const [wide, high] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  context?.setTransform(density, 0, 0, density, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** A canvas of just these pixels; there is at least one. */
export function canvasOf({ width, height, data }: Raster): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}
