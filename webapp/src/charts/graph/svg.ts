/** The same drawing as a document of vectors. */

import { escaped } from "../shapes/svg";
import { FONT, type Painter } from "./painter";

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** @returns what to paint with, and how to get the document. */
export function svgPainter(
  width: number,
  height: number,
  ground: string,
): { readonly painter: Painter; readonly document: () => string } {
  const parts: string[] = [];
  const [wide, high] = [Math.ceil(width), Math.ceil(height)];
  const opacity = (alpha: number): string => (alpha === 1 ? "" : ` opacity="${rounded(alpha)}"`);
  const painter: Painter = {
    box(x, y, wide, high, { radius, fill, stroke, width: thick = 1, alpha = 1 }) {
      const line = stroke === null ? "" : ` stroke="${stroke}" stroke-width="${rounded(thick)}"`;
      const [left, top] = [rounded(x), rounded(y)];
      parts.push(
        `<rect x="${left}" y="${top}" width="${rounded(wide)}" height="${rounded(high)}" rx="${rounded(radius)}" fill="${fill ?? "none"}"${line}${opacity(alpha)}/>`,
      );
    },
    curve(points, isDown, { stroke, width: thick, isDashed = false, alpha = 1 }) {
      const at = Array.from(points, rounded);
      let way = `M${at[0]} ${at[1]}`;
      for (let i = 2; i < at.length; i += 2) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = at.slice(i - 2, i + 2);
        const middle = rounded(isDown ? (y0 + y1) / 2 : (x0 + x1) / 2);
        way += isDown
          ? `C${x0} ${middle} ${x1} ${middle} ${x1} ${y1}`
          : `C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
      }
      const dash = isDashed ? ' stroke-dasharray="5 4"' : "";
      parts.push(
        `<path d="${way}" fill="none" stroke="${stroke}" stroke-width="${rounded(thick)}"${dash}${opacity(alpha)}/>`,
      );
    },
    polygon(points, fill, alpha = 1) {
      const at = points.map(rounded).join(" ");
      parts.push(`<polygon points="${at}" fill="${fill}"${opacity(alpha)}/>`);
    },
    text(x, y, text, { size, fill, anchor, isBold = false, alpha = 1, halo }) {
      const weight = isBold ? ' font-weight="600"' : "";
      const around =
        halo === undefined ? "" : ` stroke="${halo}" stroke-width="3" paint-order="stroke"`;
      parts.push(
        `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${rounded(size)}" text-anchor="${anchor}" fill="${fill}"${weight}${around}${opacity(alpha)}>${escaped(text)}</text>`,
      );
    },
  };
  return {
    painter,
    document: () =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${escaped(FONT)}">`,
        `<rect width="${wide}" height="${high}" fill="${ground}"/>`,
        ...parts,
        "</svg>",
      ].join("\n"),
  };
}
