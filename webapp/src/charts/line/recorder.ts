/** A pen that writes down what it is led along, as lines of shapes. */

import type { Pen } from "./path";

/** Grows to the longest drawing there was, and serves one after the other. */
let places = new Float64Array(4096);

/** To be asked for its lines before another one draws. */
export class Recorder implements Pen {
  #length = 0;
  /** Where each line begins. */
  readonly #starts: number[] = [];

  moveTo(x: number, y: number): void {
    this.#starts.push(this.#length);
    this.lineTo(x, y);
  }

  lineTo(x: number, y: number): void {
    if (this.#length + 2 > places.length) {
      const larger = new Float64Array(2 * places.length);
      larger.set(places);
      places = larger;
    }
    places[this.#length++] = x;
    places[this.#length++] = y;
  }

  closePath(): void {
    const start = this.#starts.at(-1) ?? 0;
    this.lineTo(places[start] ?? 0, places[start + 1] ?? 0);
  }

  /** Each x, y, x, y... */
  lines(): Float64Array[] {
    const all = places.slice(0, this.#length);
    return this.#starts.map((start, i) => all.subarray(start, this.#starts[i + 1] ?? this.#length));
  }
}
