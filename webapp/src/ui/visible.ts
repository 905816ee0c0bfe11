/** Rows drawn beyond each edge, so that fast scrolling and the Tab key find them. */
const OVERSCAN = 6;

/**
 * Which rows of equal height can be seen.
 * @param top - scroll position, pixels.
 * @param height - of the viewport, pixels.
 * @returns half-open range of indexes.
 */
export function visibleRange(
  count: number,
  rowHeight: number,
  top: number,
  height: number,
): { readonly start: number; readonly end: number } {
  const first = Math.floor(top / rowHeight) - OVERSCAN;
  const last = Math.ceil((top + height) / rowHeight) + OVERSCAN;
  const end = Math.max(0, Math.min(count, last));
  return { start: Math.max(0, Math.min(first, end)), end };
}
