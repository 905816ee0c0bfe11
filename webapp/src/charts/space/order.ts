/** From the farthest to the nearest: what is transparent has to be drawn in this order. */

import type { Triple } from "./direction";

/** Finer steps of depth than this cannot be seen in a picture. */
const steps = 4096;

/**
 * Sorts by counting, in a time that grows with the number of parts only.
 * @param parts - the places of each part's corners, one part after the other.
 * @param near - towards the eye.
 * @param out - as long as `parts`; it is filled.
 * @param corners - of each part: 3 of a triangle, 1 of a point.
 */
export function backToFront(
  positions: Float32Array,
  parts: Uint32Array,
  near: Triple,
  out: Uint32Array,
  corners = 3,
): void {
  const count = parts.length / corners;
  const depths = new Float32Array(count);
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    let depth = 0;
    for (let corner = 0; corner < corners; corner++) {
      const at = 3 * (parts[corners * i + corner] as number);
      depth +=
        (positions[at] as number) * near[0] +
        (positions[at + 1] as number) * near[1] +
        (positions[at + 2] as number) * near[2];
    }
    depths[i] = depth;
    if (depth < least) least = depth;
    if (depth > most) most = depth;
  }
  const scale = most > least ? (steps - 1) / (most - least) : 0;
  const starts = new Uint32Array(steps + 1);
  const places = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const place = Math.floor(((depths[i] as number) - least) * scale);
    places[i] = place;
    starts[place + 1] = (starts[place + 1] as number) + 1;
  }
  for (let step = 1; step <= steps; step++)
    starts[step] = (starts[step] as number) + (starts[step - 1] as number);
  for (let i = 0; i < count; i++) {
    const place = places[i] as number;
    const to = starts[place] as number;
    starts[place] = to + 1;
    for (let corner = 0; corner < corners; corner++)
      out[corners * to + corner] = parts[corners * i + corner] as number;
  }
}
