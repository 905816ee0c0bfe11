/** The distances of many snapshots off the plane, as one area around their path. */

import { contours } from "d3-contour";
import type { Point } from "../shapes/shapes";

/** Between two samples of the area, in pixels: between them its outline is straight. */
const cell = 3;

/**
 * The outline of all discs around the path whose radius runs evenly from snapshot to snapshot: it has
 * no kinks where the path turns, and does not fold over itself.
 * @param radii - of each point, in pixels; 0: not known, there is none.
 * @returns closed lines, x, y, x, y...; one within another leaves out.
 */
export function ribbonOf(at: readonly Point[], radii: readonly number[]): Float64Array[] {
  const field = new Field(at, Math.max(0, ...radii));
  at.forEach((point, i) => {
    const [one, other] = [radii[i] ?? 0, radii[i + 1] ?? 0];
    if (one === 0 && other === 0) return;
    // Nothing is nothing: a thread would be left of a radius of 0.
    field.add(point, at[i + 1] ?? point, one || -1, at[i + 1] === undefined ? one : other || -1);
  });
  return field.outline();
}

/** How deep inside the area samples lie; below 0 outside. */
class Field {
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #depths: Float64Array;

  constructor(at: readonly Point[], most: number) {
    const known = at.filter(({ x, y }) => Number.isFinite(x + y));
    const room = most + 2 * cell;
    const least = (of: "x" | "y"): number =>
      known.reduce((low, point) => Math.min(low, point[of]), Infinity) - room;
    const greatest = (of: "x" | "y"): number =>
      known.reduce((high, point) => Math.max(high, point[of]), -Infinity) + room;
    [this.#left, this.#top] = known.length === 0 ? [0, 0] : [least("x"), least("y")];
    const count = (length: number): number =>
      known.length === 0 ? 0 : Math.ceil(length / cell) + 1;
    this.#columns = count(greatest("x") - this.#left);
    this.#rows = count(greatest("y") - this.#top);
    this.#depths = new Float64Array(this.#columns * this.#rows).fill(-2 * cell);
  }

  /** All discs between two points, whose radius runs from one to the other. */
  add(from: Point, to: Point, one: number, other: number): void {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const square = dx * dx + dy * dy;
    if (!Number.isFinite(square)) return;
    const room = Math.max(one, other) + 2 * cell;
    const part = (a: number, b: number, start: number, count: number): [number, number] => [
      Math.max(0, Math.floor((Math.min(a, b) - room - start) / cell)),
      Math.min(count - 1, Math.ceil((Math.max(a, b) + room - start) / cell)),
    ];
    const [left, right] = part(from.x, to.x, this.#left, this.#columns);
    const [top, bottom] = part(from.y, to.y, this.#top, this.#rows);
    for (let row = top; row <= bottom; row++) {
      const y = this.#top + row * cell - from.y;
      for (let column = left; column <= right; column++) {
        const x = this.#left + column * cell - from.x;
        const along = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
        const away = Math.hypot(x - along * dx, y - along * dy);
        const depth = one + (other - one) * along - away;
        const i = row * this.#columns + column;
        if (depth > (this.#depths[i] as number)) this.#depths[i] = depth;
      }
    }
  }

  outline(): Float64Array[] {
    if (this.#columns < 2 || this.#rows < 2) return [];
    // The library's types know plain arrays only; it reads by index.
    const depths = this.#depths as unknown as number[];
    const { coordinates } = contours().size([this.#columns, this.#rows]).contour(depths, 0);
    return coordinates.flat().map((ring) =>
      Float64Array.from(
        // It has samples in the middle of its cells.
        ring.flatMap(([u = 0, v = 0]) => [
          this.#left + (u - 0.5) * cell,
          this.#top + (v - 0.5) * cell,
        ]),
      ),
    );
  }
}
