/** Which labels are drawn, and where: none covers another. Pure. */

import type { ScatterLabel } from "./types";

export interface PlacedLabel extends ScatterLabel {
  /** Left end of the text and middle of its height, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const gap = 7; // pixels between a point and its label
const lineHeight = 15;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The labels that there is room for, the strong ones first, then in their order.
 * A strong label is always drawn; another finds room to the right or left of its point, or is left out.
 * @param places - of all points in CSS pixels, [2 N].
 * @param measure - width of a text in CSS pixels.
 */
export function placed(
  labels: readonly ScatterLabel[],
  places: Float32Array,
  size: { readonly width: number; readonly height: number },
  measure: (text: string, strong: boolean) => number,
): readonly PlacedLabel[] {
  const taken = new Taken();
  const out: PlacedLabel[] = [];
  const first = labels.filter((label) => label.strong);
  for (const label of [...first, ...labels.filter((label) => !label.strong)]) {
    const px = places[2 * label.point] as number;
    const py = places[2 * label.point + 1] as number;
    if (!(px >= 0 && px <= size.width && py >= 0 && py <= size.height)) continue;
    const width = measure(label.text, label.strong);
    const right = {
      left: px + gap,
      right: px + gap + width,
      top: py - lineHeight / 2,
      bottom: py + lineHeight / 2,
    };
    const left = { ...right, left: px - gap - width, right: px - gap };
    const fits = (box: Box) => box.left >= 0 && box.right <= size.width && taken.isFree(box);
    const box = fits(right) ? right : fits(left) ? left : label.strong ? right : null;
    if (box === null) continue;
    taken.add(box);
    out.push({ ...label, x: box.left, y: py, width });
  }
  return out;
}

/** Boxes by the coarse cells that they touch, so that few are compared. */
class Taken {
  readonly #cells = new Map<number, Box[]>();

  *#keys({ left, right, top, bottom }: Box): Generator<number> {
    for (let x = Math.floor(left / 64); x <= Math.floor(right / 64); x++) {
      for (let y = Math.floor(top / 64); y <= Math.floor(bottom / 64); y++) yield x * 4096 + y;
    }
  }

  isFree(box: Box): boolean {
    for (const key of this.#keys(box)) {
      for (const other of this.#cells.get(key) ?? []) {
        const apart =
          box.right < other.left ||
          box.left > other.right ||
          box.bottom < other.top ||
          box.top > other.bottom;
        if (!apart) return false;
      }
    }
    return true;
  }

  add(box: Box): void {
    for (const key of this.#keys(box)) {
      const boxes = this.#cells.get(key);
      if (boxes) boxes.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}
