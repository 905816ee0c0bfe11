/** A drawing on a canvas. */

import { paint } from "../shapes/paint";
import type { Drawing } from "./draw";

export function paintMatrix(
  context: CanvasRenderingContext2D,
  { raster, layout, shapes }: Drawing,
) {
  if (raster !== null) {
    const { left, top, width, height } = layout.box;
    const picture = new OffscreenCanvas(raster.width, raster.height);
    picture
      .getContext("2d")
      ?.putImageData(new ImageData(raster.data, raster.width, raster.height), 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, left, top, width, height);
  }
  paint(context, shapes);
}
