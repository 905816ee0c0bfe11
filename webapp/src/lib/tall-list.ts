/** A list that may be taller than browsers can draw: beyond that, its scroll bar stands for more rows than pixels. */

/** Pixels: browsers draw no boxes of more than 16 to 33 million. */
const TALLEST = 8_000_000;

export interface TallList {
  /** Pixels of what is scrolled. */
  readonly height: number;
  /** The first row, with its part above the edge, at a place of the scroll bar. */
  rowAt(scrollTop: number): number;
  /** Where the scroll bar stands for a first row. */
  scrollTopOf(row: number): number;
  /** Its scroll bar is too coarse for single rows: wheels and keys have to move rows. */
  readonly isCoarse: boolean;
}

/** @param viewport - pixels that are seen at once. */
export function tallList(rows: number, rowHeight: number, viewport: number): TallList {
  const whole = rows * rowHeight;
  const height = Math.min(whole, TALLEST);
  const lastRow = Math.max(0, rows - viewport / rowHeight);
  const lastTop = Math.max(1, height - viewport);
  const isCoarse = whole > TALLEST;
  return {
    height,
    isCoarse,
    rowAt: (scrollTop) =>
      Math.max(
        0,
        Math.min(lastRow, isCoarse ? (scrollTop / lastTop) * lastRow : scrollTop / rowHeight),
      ),
    scrollTopOf: (row) => {
      const clipped = Math.max(0, Math.min(lastRow, row));
      if (!isCoarse) return clipped * rowHeight;
      return lastRow === 0 ? 0 : (clipped / lastRow) * lastTop;
    },
  };
}
