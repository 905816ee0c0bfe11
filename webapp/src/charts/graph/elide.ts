/** Texts that fit. Widths are counted, as the boxes' own are. */

/** Of a letter, in heights of its line. */
const LETTER = 0.55;
const BOLD = 0.585;
const WIDE = 1.02;

/** @param most - heights of the line that there is room for. */
export function elided(text: string, most: number, isBold: boolean): string {
  const letter = isBold ? BOLD : LETTER;
  let width = 0;
  let kept = 0;
  for (const each of text) {
    width += each > "\u2e7f" ? WIDE : letter;
    if (width > most) break;
    kept += each.length;
  }
  if (kept >= text.length) return text;
  return kept < 3 ? "" : `${text.slice(0, kept - 1)}…`;
}
