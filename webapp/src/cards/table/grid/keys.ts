/** Keys of the table, as its active cell moves. */

/** A cell; row -1 is that of the heads. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface TableExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page has. */
  readonly page: number;
}

/** Where a key leads; null for a key that leads nowhere. */
export function movedCell(
  { key, isFar }: { readonly key: string; readonly isFar: boolean },
  { row, column }: CellPlace,
  { rows, columns, page }: TableExtent,
): CellPlace | null {
  const [last, end] = [rows - 1, columns - 1];
  const at = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.max(-1, Math.min(last, nextRow)),
    column: Math.max(0, Math.min(end, nextColumn)),
  });
  switch (key) {
    case "ArrowUp":
      return at(isFar ? 0 : row - 1, column);
    case "ArrowDown":
      return at(isFar ? last : row + 1, column);
    case "ArrowLeft":
      return at(row, isFar ? 0 : column - 1);
    case "ArrowRight":
      return at(row, isFar ? end : column + 1);
    case "PageUp":
      return at(Math.max(0, row - page), column);
    case "PageDown":
      return at(row + page, column);
    case "Home":
      return at(isFar ? 0 : row, 0);
    case "End":
      return at(isFar ? last : row, end);
    default:
      return null;
  }
}
