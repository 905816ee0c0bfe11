/** Drawing of very many marks in pieces, so that the page answers in between. */

export interface Job {
  /** Ends it; what is drawn stays. */
  cancel(): void;
}

/** Milliseconds between two frames beyond which a piece was too large, and below which it was small. */
const slow = 25;
const quick = 18;

/**
 * How many marks one frame takes. What a mark costs shows only in how late the next frame comes: a
 * canvas draws after the script that asked it to.
 */
export class Pace {
  #size: number;

  /** @param size - marks of the first piece. */
  constructor(size: number) {
    this.#size = size;
  }

  get size(): number {
    return Math.round(this.#size);
  }

  /** @param milliseconds - from one piece to the next. */
  note(milliseconds: number): void {
    if (milliseconds > slow) this.#size = Math.max(200, this.#size * 0.7);
    else if (milliseconds < quick) this.#size = Math.min(100_000, this.#size * 1.2);
  }
}

/**
 * @param count - of marks.
 * @param draw - draws the marks from one position to before another.
 * @param done - called after the last piece.
 */
export function drawInPieces(
  count: number,
  pace: Pace,
  draw: (from: number, to: number) => void,
  done: () => void = () => undefined,
): Job {
  let at = 0;
  let frame = 0;
  let last: number | null = null;
  const piece = (now: number | null): void => {
    if (last !== null && now !== null) pace.note(now - last);
    last = now;
    // The first piece answers the user: it is small.
    const end = Math.min(count, at + (now === null ? pace.size >> 1 : pace.size));
    draw(at, end);
    at = end;
    if (at < count) frame = requestAnimationFrame(piece);
    else done();
  };
  piece(null);
  return { cancel: () => cancelAnimationFrame(frame) };
}

/**
 * The rows in an order in which every part is a fair sample of all: what is drawn first shows the whole.
 * The same for the same rows.
 */
export function scattered(rows: Int32Array): Int32Array {
  const mixed = rows.slice();
  let state = 0x9e3779b9;
  for (let i = mixed.length - 1; i > 0; i--) {
    // xorshift32, Marsaglia 2003
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    const kept = mixed[i] as number;
    mixed[i] = mixed[j] as number;
    mixed[j] = kept;
  }
  return mixed;
}

/** Positions of some rows by their color: a canvas changes its color slowly. */
export function byColor(
  rows: Int32Array,
  from: number,
  to: number,
  colors: readonly string[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let i = from; i < to; i++) {
    const row = rows[i] as number;
    const color = colors[row] ?? "#808080";
    const group = groups.get(color);
    if (group === undefined) groups.set(color, [row]);
    else group.push(row);
  }
  return groups;
}
