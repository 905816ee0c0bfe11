/** Pictures as PNG files. */

import type { ShapeSize } from "../shapes/shapes";

/** Rejects if the browser cannot hold the picture. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the picture is too large for this browser"));
      else resolve(blob);
    }, "image/png");
  });
}

/**
 * @param svg - a document with `width` and `height`.
 * @param density - pixels of the result for one of the picture.
 * @param size - of the result, in pixels, in place of a density: lengths on paper are no whole pixels.
 * Rejects if the browser cannot draw the picture, such as one beyond its largest canvas.
 */
export async function pngOfSvg(svg: string, density = 2, size?: ShapeSize): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = size?.width ?? image.naturalWidth * density;
    canvas.height = size?.height ?? image.naturalHeight * density;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await pngOf(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}
