/** Grids that are not computed whole yet, made whole for drawing. */

/** What a value of a filled grid is. */
export const HOLE = 0; // no height: it is NaN or infinite, or nothing at all is known yet
export const INTERPOLATED = 1; // not computed yet, but between points that are
export const COMPUTED = 2;

export interface Filled {
  /** [Y * X]; not finite in holes only. */
  readonly values: Float64Array;
  /** [Y * X] of HOLE, INTERPOLATED and COMPUTED. */
  readonly mask: Uint8Array;
}

/**
 * Points that are not computed yet get a height: in rows linearly between those that are, then in
 * columns between the rows; beyond the last known one, its height.
 * A surface that fills row by row so keeps the shape of its last whole row.
 * @param values - [Y * X], a row for each y.
 * @param done - [Y * X], 1 where a point is computed.
 * @param x - [X], rising; evenly spaced unless given. So with `y`.
 */
export function fill(
  columns: number,
  rows: number,
  values: Float64Array,
  done: Uint8Array,
  x: Float64Array = even(columns),
  y: Float64Array = even(rows),
): Filled {
  const filled = values.slice();
  const mask = new Uint8Array(values.length);
  const isOpen = new Uint8Array(values.length);
  let open = 0;
  for (let i = 0; i < values.length; i++) {
    if (done[i] !== 1) open += isOpen[i] = 1;
    else if (Number.isFinite(values[i])) mask[i] = COMPUTED;
  }
  if (open > 0) {
    const grid = { filled, mask, isOpen };
    for (let row = 0; row < rows; row++) fillLine(grid, x, row * columns, 1, false);
    for (let column = 0; column < columns; column++) fillLine(grid, y, column, columns, true);
    // What is left are columns without any known point.
    for (let row = 0; row < rows; row++) fillLine(grid, x, row * columns, 1, true);
  }
  return { values: filled, mask };
}

function even(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => i);
}

interface Grid {
  readonly filled: Float64Array;
  readonly mask: Uint8Array;
  /** 1: not computed, and still without a height. */
  readonly isOpen: Uint8Array;
}

/** @param beyond - also before the first known point of the line and after the last. */
function fillLine(
  { filled, mask, isOpen }: Grid,
  at: Float64Array,
  start: number,
  stride: number,
  beyond: boolean,
): void {
  const known: number[] = [];
  for (let i = 0; i < at.length; i++) if (mask[start + i * stride] !== HOLE) known.push(i);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return;
  let next = 0;
  for (let i = beyond ? 0 : first; i < (beyond ? at.length : last); i++) {
    const place = start + i * stride;
    if (isOpen[place] !== 1) continue;
    while (next < known.length && (known[next] as number) < i) next++;
    const left = known[Math.max(0, next - 1)] as number;
    const right = known[Math.min(next, known.length - 1)] as number;
    const low = filled[start + left * stride] as number;
    const high = filled[start + right * stride] as number;
    const [from, to] = [at[left] as number, at[right] as number];
    // Beyond the ends both neighbors are the same point.
    const share = left === right ? 0 : ((at[i] as number) - from) / (to - from);
    filled[place] = low + (high - low) * share;
  }
  for (let i = beyond ? 0 : first; i < (beyond ? at.length : last); i++) {
    const place = start + i * stride;
    if (isOpen[place] !== 1) continue;
    isOpen[place] = 0;
    mask[place] = INTERPOLATED;
  }
}
