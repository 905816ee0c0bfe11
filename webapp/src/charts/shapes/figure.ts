/** A drawing as a figure of a paper: as large as asked for, whatever it was laid out in. */

/** What a figure asks of a chart. */
export interface FigureWish {
  /** Of the whole, in the pixels that drawings are laid out in. */
  readonly width: number;
  readonly height: number;
  /** Empty: none, and no room for it. */
  readonly title: string;
  readonly labels: FigureLabels;
  readonly hasLegend: boolean;
  /** The scale of the colors. */
  readonly hasScale: boolean;
}

/** Names of the axes and of the values; empty: none. */
export interface FigureLabels {
  readonly x: string;
  readonly y: string;
  readonly value: string;
}

export interface FigureLook {
  /** On paper, in points. */
  readonly width: number;
  readonly height: number;
  /** As CSS has it. */
  readonly family: string;
}

/**
 * @param svg - a document of `wish.width` x `wish.height` pixels, whose letters have 11 of them.
 * @returns the same as large as asked for: letters and lines are scaled alike.
 */
export function figureSvg(
  svg: string,
  wish: FigureWish,
  { width, height, family }: FigureLook,
): string {
  const body = svg
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    // Names of axes stand out on a page with controls; in a paper they need not.
    .replaceAll(' font-weight="600"', "");
  const [wide, high] = [wish.width, wish.height].map(rounded);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${rounded(width)}pt" height="${rounded(height)}pt" ` +
    `viewBox="0 0 ${wide} ${high}" font-family="${family}" font-size="11">${body}</svg>`
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
