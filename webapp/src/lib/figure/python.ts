/** Values as Python has them, for scripts that draw a figure anew. */

import { hexOf, stops } from "../palettes";

/** A text as a literal. What JSON writes, Python reads: the same escapes, and no others. */
export function pyText(text: string): string {
  return JSON.stringify(text).replace(/[\u007f\u2028\u2029]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

export function pyNumber(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return value > 0 ? 'float("inf")' : 'float("-inf")';
  return String(value);
}

export function pyNumbers(values: Iterable<number>): string {
  return `[${[...values].map(pyNumber).join(", ")}]`;
}

export function pyTexts(texts: readonly string[]): string {
  return `[${texts.map(pyText).join(", ")}]`;
}

/** Names in matplotlib of the palettes that it has itself. */
const named: Readonly<Record<string, string>> = {
  viridis: "viridis",
  cividis: "cividis",
  magma: "magma",
  turbo: "turbo",
  jet: "jet",
  rdbu: "RdBu_r",
};

/** An expression for a palette. */
export function pyPalette(id: string): string {
  const name = named[id];
  if (name !== undefined) return `matplotlib.colormaps[${pyText(name)}]`;
  return `ListedColormap(${pyTexts(stops(id, 256))})`;
}

/** The color of CSS as matplotlib has it: `#rrggbb` stays, and so do names. */
export function pyColor(color: string): string {
  const [red, green, blue] =
    /^rgb\((\d+)[ ,]+(\d+)[ ,]+(\d+)\)$/.exec(color)?.slice(1).map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return pyText(color);
  return pyText(hexOf([red, green, blue]));
}
