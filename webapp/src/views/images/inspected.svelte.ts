/** What is known of an image beyond how it looks: its values, its cells. */

import { cellsOf, type ImageCells } from "./cells";
import type { LoadedImage } from "./images";
import { pngHeader, pngNote, pngPixels, type Pixels, type PngHeader } from "./png";
import { needsDecoding, valuesAt, valuesShown, type PixelValues } from "./values";

/** Pixels of an image that is decoded for its values at most: some 100 MB. */
const DECODE_LIMIT = 24e6;

export class Inspected {
  readonly image: LoadedImage;
  cells = $state.raw<ImageCells | null>(null);
  #header = $state.raw<PngHeader | null>(null);
  #pixels = $state.raw<Pixels | null>(null);
  /** One pixel: all that is ever read. */
  readonly #dot: CanvasRenderingContext2D | null;

  constructor(image: LoadedImage) {
    this.image = image;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1, 1];
    this.#dot = canvas.getContext("2d", { willReadFrequently: true });
    void this.#read();
  }

  async #read(): Promise<void> {
    const bytes = new Uint8Array(await this.image.file.arrayBuffer());
    const header = pngHeader(bytes);
    this.#header = header;
    this.cells = cellsOf(await pngNote(bytes));
    if (header === null || !needsDecoding(header)) return;
    if (header.width * header.height > DECODE_LIMIT) return;
    try {
      this.#pixels = await pngPixels(bytes);
    } catch {
      // The browser shows it nevertheless: then its values are those that the browser has.
    }
  }

  /** null outside of the image. */
  valuesAt(x: number, y: number): PixelValues | null {
    const { naturalWidth, naturalHeight } = this.image.element;
    if (x < 0 || y < 0 || x >= naturalWidth || y >= naturalHeight) return null;
    if (this.#pixels !== null) return valuesAt(this.#pixels, x, y);
    if (this.#dot === null) return null;
    this.#dot.clearRect(0, 0, 1, 1);
    this.#dot.drawImage(this.image.element, x, y, 1, 1, 0, 0, 1, 1);
    return valuesShown(this.#dot.getImageData(0, 0, 1, 1).data, this.#header);
  }
}
