/** How wide texts are in the page's font, before they are shown. */

const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;

/** Pixels, in the size of plain text. */
export function textWidth(text: string): number {
  const width = known.get(text);
  if (width !== undefined) return width;
  if (context === null) {
    context = document.createElement("canvas").getContext("2d");
    const { fontSize, fontFamily } = getComputedStyle(document.body);
    if (context !== null) context.font = `${fontSize} ${fontFamily}`;
  }
  const measured = context?.measureText(text).width ?? 0;
  // Names come and go while the panel is resized: what is cheap to ask again is forgotten.
  if (known.size > 20_000) known.clear();
  known.set(text, measured);
  return measured;
}
