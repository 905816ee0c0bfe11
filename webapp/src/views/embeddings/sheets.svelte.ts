/** The sheet of thumbnails of the points in sight. */

import { askFile } from "../../api/ask";
import { thumbnailsUrl, type PointSet, type EmbeddingsSource } from "../../api/embeddings";
import type { Sheet } from "../../charts/scatter/types";

export class Sheets {
  /** null: there are no thumbnails, or they have not come yet. */
  sheet = $state.raw<Sheet | null>(null);
  #address = "";

  async load(source: EmbeddingsSource | null, set: PointSet | null): Promise<void> {
    const { thumbnails = null, check = 0 } = set ?? {};
    const address = source && thumbnails ? thumbnailsUrl(source, check) : "";
    if (address === this.#address) return;
    this.#address = address;
    if (address === "" || thumbnails === null) {
      this.sheet = null;
      return;
    }
    try {
      const image = await createImageBitmap(await askFile(address));
      // Meanwhile others may be wanted.
      if (address === this.#address) this.sheet = { ...thumbnails, image };
    } catch {
      // Without them there are dots; what was asked beside them says what is wrong.
      this.sheet = null;
    }
  }
}

/** One picture of a sheet, into a canvas of the same shape. */
export function drawCell(canvas: HTMLCanvasElement, sheet: Sheet, point: number): void {
  const { image, width, height, across } = sheet;
  canvas.width = width;
  canvas.height = height;
  const left = (point % across) * width;
  const top = Math.floor(point / across) * height;
  canvas.getContext("2d")?.drawImage(image, left, top, width, height, 0, 0, width, height);
}
