/** The values of a pixel. */

import type { Pixels, PngHeader } from "./png";

export interface PixelValues {
  readonly values: readonly number[];
  /** As in the file; otherwise as the browser shows it, in 8 bits. */
  readonly exact: boolean;
  /** Largest value there can be. */
  readonly most: number;
}

/** null outside of the image. */
export function valuesAt(
  { data, width, height, channels, depth }: Pixels,
  x: number,
  y: number,
): PixelValues | null {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const at = (y * width + x) * channels;
  return { values: [...data.subarray(at, at + channels)], exact: true, most: 2 ** depth - 1 };
}

/** @param rgba - as a canvas has it. */
export function valuesShown(rgba: ArrayLike<number>, header: PngHeader | null): PixelValues {
  const [red = 0, green = 0, blue = 0, alpha = 255] = Array.from(rgba);
  const channels = header?.channels ?? 4;
  const color = channels < 3 ? [red] : [red, green, blue];
  const values = channels % 2 === 0 ? [...color, alpha] : color;
  // A canvas keeps 8 bits, and colors multiplied by their alpha.
  return { values, exact: header?.depth === 8 && channels % 2 === 1, most: 255 };
}

/** Whether a canvas can't give the values of such a file. */
export function needsDecoding({ depth, channels }: PngHeader): boolean {
  return depth !== 8 || channels % 2 === 0;
}

/** `R 255 G 0 B 12`, `17`, `17 A 255`; of values that are not exact, with `about`. */
export function valueWords({ values, exact, most }: PixelValues, about: string): string {
  const names = values.length > 2 ? ["R", "G", "B", "A"] : ["", "A"];
  const words = values.map((value, i) => `${names[i] ?? ""} ${value}`.trim()).join(" ");
  return (exact ? words : `${about} ${words}`) + (most === 255 ? "" : ` / ${most}`);
}

/** The absolute difference, value by value; null if they are not of one kind. */
export function differenceOf(one: PixelValues, other: PixelValues): PixelValues | null {
  if (one.values.length !== other.values.length || one.most !== other.most) return null;
  return {
    values: one.values.map((value, i) => Math.abs(value - (other.values[i] ?? 0))),
    exact: one.exact && other.exact,
    most: one.most,
  };
}
