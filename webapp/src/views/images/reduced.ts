/** Small copies of large images: drawing all of 50 million pixels for each turn of a wheel takes too long. */

/** Images of fewer pixels are drawn as they are. */
const LARGE = 8e6;
/** Divisor of the image's width, and of its height. */
const SHARE = 4;

const copies = new WeakMap<HTMLImageElement, HTMLCanvasElement>();

/**
 * What to draw in place of an image at a scale, and how many of its pixels one pixel of that stands for.
 * @param scale - pixels of the canvas per pixel of the image.
 */
export function sourceFor(
  image: HTMLImageElement,
  scale: number,
): { source: HTMLImageElement | HTMLCanvasElement; share: number } {
  const { naturalWidth: width, naturalHeight: height } = image;
  if (scale > 1 / SHARE || width * height < LARGE) return { source: image, share: 1 };
  const copy = copies.get(image) ?? reduced(image, width, height);
  copies.set(image, copy);
  return { source: copy, share: SHARE };
}

function reduced(image: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  // Rounded up: the last pixels stand for fewer of the image's.
  [copy.width, copy.height] = [Math.ceil(width / SHARE), Math.ceil(height / SHARE)];
  const context = copy.getContext("2d");
  if (context !== null) {
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width / SHARE, height / SHARE);
  }
  return copy;
}
