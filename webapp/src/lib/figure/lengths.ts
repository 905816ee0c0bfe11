/** How large a figure is on paper. */

export const UNITS = ["cm", "in"] as const;
export type Unit = (typeof UNITS)[number];

/** Points of a unit: 72 are an inch. */
const points: Record<Unit, number> = { cm: 72 / 2.54, in: 72 };

export function toPoints(length: number, unit: Unit): number {
  return length * points[unit];
}

/** The same length in another unit, as it is written in a field. */
export function converted(length: number, from: Unit, to: Unit): number {
  if (from === to) return length;
  return Math.round((length * points[from] * 100) / points[to]) / 100;
}

/** In centimeters: a column of a journal, both of them, a slide of 16:9. */
export const PRESETS = {
  column: { width: 8.5, height: 6.5 },
  page: { width: 17.5, height: 9 },
  slide: { width: 25.4, height: 14.29 },
} as const;
export type Preset = keyof typeof PRESETS;

/** How long and how short a side may be, in centimeters. */
export const SIDES = { least: 2, most: 100 } as const;
export const FONT_SIZES = { least: 4, most: 48 } as const;

/** Pixels that a letter of drawings is high: what they are laid out for. */
const letter = 11;

/**
 * Of a drawing whose letters come out as large as asked for, in the pixels that drawings are laid out in.
 * @param side - in points. @param fontSize - in points.
 */
export function layoutPixels(side: number, fontSize: number): number {
  return (side * letter) / fontSize;
}
