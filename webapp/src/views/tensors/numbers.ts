/** Numbers in cells. */

/** Digits are of one width: as wide as the widest that a cell may have to show. */
export function cellCharacters(decimals: number, isWhole: boolean): number {
  return isWhole ? 12 : Math.max(10, decimals + 9);
}

/** @param decimals - of a float; whole numbers have none. */
export function cellText(value: number, decimals: number, isWhole: boolean): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (isWhole) {
    return Math.abs(value) < 1e10 ? String(value) : value.toExponential(4);
  }
  const size = Math.abs(value);
  const isPlain = value === 0 || (size < 1e6 && size >= 0.5 * 10 ** -decimals);
  return isPlain ? value.toFixed(decimals) : value.toExponential(Math.min(decimals, 3));
}

/**
 * How strongly a cell is colored: its sign, and its share of the largest value, from -1 to 1.
 * @param most - the largest absolute value of the tensor.
 */
export function shade(value: number, most: number): number {
  if (!Number.isFinite(value) || !(most > 0)) return 0;
  return Math.max(-1, Math.min(1, value / most));
}
