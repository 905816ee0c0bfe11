/** Tables at the cursor that have more rows than room. */

export interface Cut<R> {
  readonly rows: readonly {
    readonly row: R;
    /** How many were left out just before it. */
    readonly skipped: number;
    /** Whether these are above the row that the table is cut around. */
    readonly isAbove: boolean;
  }[];
  /** How many were left out behind the last one. */
  readonly below: number;
}

/**
 * The rows that a table of `limit` has room for: around the nearest one, in the same order.
 * @param kept - a row that is among them wherever it stands; null: none.
 */
export function cutAround<R extends { readonly isNearest: boolean }>(
  rows: readonly R[],
  limit: number,
  kept: R | null = null,
): Cut<R> {
  const nearest = Math.max(
    0,
    rows.findIndex(({ isNearest }) => isNearest),
  );
  const startOf = (room: number): number =>
    Math.min(Math.max(0, rows.length - room), Math.max(0, nearest - Math.floor(room / 2)));
  const isIn = (place: number, room: number): boolean =>
    place >= startOf(room) && place < startOf(room) + room;
  const place = kept === null ? -1 : rows.indexOf(kept);
  const room = place < 0 || isIn(place, limit) ? limit : limit - 1;
  const shown: Cut<R>["rows"][number][] = [];
  let last = -1;
  rows.forEach((row, i) => {
    if (i !== place && !isIn(i, room)) return;
    shown.push({ row, skipped: i - last - 1, isAbove: i <= nearest });
    last = i;
  });
  return { rows: shown, below: rows.length - 1 - last };
}
