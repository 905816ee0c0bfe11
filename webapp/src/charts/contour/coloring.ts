/** Which color a value has. */

import { colorOf, hexOf } from "../../lib/palettes";
import type { ContourFigure } from "./types";

type Scaled = Pick<ContourFigure, "range" | "scale">;

/** From 0 at the least value of the range to 1 at the greatest; beyond them 0 and 1. */
export function shareOf(value: number, { range, scale }: Scaled): number {
  const { min, max } = range;
  if (!(max > min)) return 0.5;
  const isLog = scale === "log" && min > 0;
  const share = isLog
    ? Math.log(Math.max(value, min) / min) / Math.log(max / min)
    : (value - min) / (max - min);
  return Math.min(1, Math.max(0, share));
}

/** The value at a share: what `shareOf` undoes. */
export function valueOf(share: number, { range, scale }: Scaled): number {
  const { min, max } = range;
  if (scale === "log" && min > 0) return min * (max / min) ** share;
  return min + (max - min) * share;
}

export function fillOf(value: number, figure: Scaled & Pick<ContourFigure, "palette">): string {
  return hexOf(colorOf(figure.palette, shareOf(value, figure)));
}

/** A line needs a contrast to the ground: the end of the palette that has its lightness is left out. */
const left = { light: 0.14, dark: 0.25 };

export function lineOf(
  value: number,
  figure: Scaled & Pick<ContourFigure, "palette">,
  surface: string,
): string {
  const share = shareOf(value, figure);
  const isLight = lightness(surface) > 0.5;
  return hexOf(
    colorOf(
      figure.palette,
      isLight ? share * (1 - left.light) : left.dark + share * (1 - left.dark),
    ),
  );
}

/** The colors of the bands between levels: below the first, between, above the last. */
export function bandFills(
  levels: readonly number[],
  figure: Scaled & Pick<ContourFigure, "palette">,
): string[] {
  const edges = [figure.range.min, ...levels, figure.range.max].map((level) =>
    shareOf(level, figure),
  );
  return edges
    .slice(1)
    .map((share, i) => hexOf(colorOf(figure.palette, ((edges[i] ?? 0) + share) / 2)));
}

/** Relative luminance of WCAG 2, from 0 (black) to 1. @param color - `#rgb` or `#rrggbb`. */
export function luminance(color: string): number {
  const hex = color.replace("#", "");
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const value = parseInt(long, 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map(
    (channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function lightness(color: string): number {
  return Math.cbrt(luminance(color));
}

/** Black or white, whichever is seen better on a color. */
export function inkOn(color: string): string {
  return luminance(color) < 0.179 ? "#ffffff" : "#11151c";
}
