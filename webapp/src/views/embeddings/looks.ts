/** How each point looks: its color, and whether it stands out, stands back or is hidden. Pure. */

import type { Looks } from "../../charts/scatter/types";

export interface Emphasis {
  /** Points that stand out, most important first; null: all are alike. */
  readonly out: ReadonlySet<number> | null;
  /** Only these are shown; null: all. */
  readonly only: ReadonlySet<number> | null;
}

const SOLID = 235;
const CROWDED = 190; // alpha where points lie on each other
const CROWD = 20_000;
const BACK = 50;
const LARGER = 1.35;

const LARGE = 10_000; // points from which on they are drawn smaller

/** Factor by which points are smaller where there are many. */
export function crowding(number: number): number {
  return Math.max(0.5, Math.min(1, (LARGE / Math.max(1, number)) ** 0.3));
}

/** @param rgb - of each point, [3 N]. */
export function looksOf(rgb: Uint8Array, { out, only }: Emphasis): Looks {
  const number = rgb.length / 3;
  const colors = new Uint8Array(4 * number);
  const sizes = new Float32Array(number);
  const usual = number > CROWD ? CROWDED : SOLID;
  for (let i = 0; i < number; i++) {
    colors[4 * i] = rgb[3 * i] as number;
    colors[4 * i + 1] = rgb[3 * i + 1] as number;
    colors[4 * i + 2] = rgb[3 * i + 2] as number;
    const stands = out?.has(i);
    colors[4 * i + 3] = stands === undefined ? usual : stands ? 255 : BACK;
    sizes[i] = only !== null && !only.has(i) ? 0 : stands === true ? LARGER : 1;
  }
  return { colors, sizes };
}
