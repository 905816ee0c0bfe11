/** Where rows and columns are, and which of them are in sight. Pixels throughout. */

/** Heights of the two lines of heads: of neighbors of one group, where there are any, and of the columns. */
export const BAND_HEIGHT = 22;
export const HEAD_HEIGHT = 30;
/** Height of what an open row shows below itself. */
export const DETAIL_HEIGHT = 250;
export const NARROWEST = 44;
export const WIDEST = 800;

/** Beyond the edges, so that fast scrolling finds them drawn. */
const MARGIN_ROWS = 4;
const MARGIN_COLUMNS = 120;

/**
 * Positions of columns beside each other, [columns + 1]: the last one is where they end.
 * @param start - of the first one.
 */
export function edgesOf(widths: readonly number[], start = 0): Float64Array {
  const edges = new Float64Array(widths.length + 1).fill(start, 0, 1);
  widths.forEach((width, i) => (edges[i + 1] = (edges[i] ?? 0) + width));
  return edges;
}

/** How wide a column is, in pixels. */
export interface Sized {
  readonly width: number;
  /** What it keeps where there is little room; all of its width unless given. */
  readonly least?: number;
}

/**
 * Pixels of columns. What can be narrower is, all by the same share, if that brings all columns into sight; the first one
 * takes what is left.
 */
export function fitted(columns: readonly Sized[], room: number): readonly number[] {
  const missing = columns.reduce((sum, { width }) => sum + width, -room);
  const spare = ({ width, least = width }: Sized): number => width - least;
  const all = columns.reduce((sum, column) => sum + spare(column), 0);
  return columns.map((column, i) => {
    const { width } = column;
    if (missing <= 0) return i === 0 ? width - missing : width;
    return missing > all ? width : Math.floor(width - (spare(column) * missing) / all);
  });
}

/** The greatest index whose value is not above `at`; -1 if there is none. */
function lastUpTo(rising: ArrayLike<number>, at: number): number {
  let [low, high] = [-1, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Columns that are at least in part within [from, to): half open. */
export function columnsWithin(
  edges: Float64Array,
  from: number,
  to: number,
): readonly [number, number] {
  const count = edges.length - 1;
  const first = Math.max(0, lastUpTo(edges, from - MARGIN_COLUMNS));
  const last = Math.min(count, lastUpTo(edges, to + MARGIN_COLUMNS) + 1);
  return [Math.min(first, count), last];
}

/** Rows of one height; some of them are open, and have their details below. */
export class RowLayout {
  readonly count: number;
  readonly rowHeight: number;
  readonly #open: readonly number[];

  /** @param open - places of the open rows, rising. */
  constructor(count: number, rowHeight: number, open: readonly number[]) {
    this.count = count;
    this.rowHeight = rowHeight;
    this.#open = open;
  }

  get height(): number {
    return this.count * this.rowHeight + this.#open.length * DETAIL_HEIGHT;
  }

  topOf(place: number): number {
    const before = lastUpTo(this.#open, place - 1) + 1;
    return place * this.rowHeight + before * DETAIL_HEIGHT;
  }

  isOpen(place: number): boolean {
    return this.#open[lastUpTo(this.#open, place)] === place;
  }

  /** The row at a height, its details included. */
  placeAt(y: number): number {
    let [low, high] = [0, Math.max(0, this.count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Rows that are at least in part within [from, to): half open. */
  within(from: number, to: number): readonly [number, number] {
    if (this.count === 0) return [0, 0];
    const first = Math.max(0, this.placeAt(from) - MARGIN_ROWS);
    return [first, Math.min(this.count, this.placeAt(to) + 1 + MARGIN_ROWS)];
  }
}

/**
 * Which row each drawn line shows: a line keeps its row as long as that is in sight, so that
 * scrolling by one row changes one line only.
 * @returns for each line a place, or -1.
 */
export function linesOf(first: number, end: number, lines: number): readonly number[] {
  return Array.from({ length: lines }, (_, line) => {
    const place = first + ((((line - first) % lines) + lines) % lines);
    return place < end ? place : -1;
  });
}

/** Where to scroll so that [start, end) is in sight between `head` and the viewport's end. */
export function scrolledTo(
  scroll: number,
  viewport: number,
  head: number,
  start: number,
  end: number,
): number {
  if (start < scroll + head) return Math.max(0, start - head);
  return end > scroll + viewport ? end - viewport : scroll;
}
