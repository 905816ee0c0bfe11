/** Scales of colors for values: those that are read rightly by everyone come first. */

/** Red, green and blue, each from 0 to 255. */
export type RGB = readonly [number, number, number];

export interface Palette {
  readonly id: string;
  /** A name of its own, the same in every language. */
  readonly name: string;
}

interface Made extends Palette {
  /** Evenly spaced from the least value to the greatest, `rrggbb` without gaps. */
  readonly colors: string;
}

/** Between the given colors lie mixtures; they are so close that the eye sees no difference. */
const made: readonly Made[] = [
  {
    id: "viridis",
    name: "Viridis",
    colors:
      "44015448186a472d7b4240863b528b33638d2c728e26828e21918c1fa08828ae803fbc735ec96284d44baddc30d8e219fde725",
  },
  {
    id: "cividis",
    name: "Cividis",
    colors:
      "00224e002e6a1a386f32436d434e6c535a6d61656f6f70737d7c788c88789b9476aba072bcae6ccdbb63dec958f0d846fee838",
  },
  {
    id: "magma",
    name: "Magma",
    colors:
      "0000040a08221d114736106b51127c6a1c818326819c2e7fb73779d0416fe75263f56b5cfc8961fea772fec488fde2a3fcfdbf",
  },
  {
    id: "turbo",
    name: "Turbo",
    colors:
      "30123b392a734040a24456c7466be34680f64294ff37a8fa28bceb1ccdd818ddc21fe9af32f2984ef97d6dfe628bff4b" +
      "a4fc3cb9f635cdec34dfdf37eecf3af8be39fdac34fe962bfb7e21f46617eb500edf3f08d02f05be2102a91601920b017a0403",
  },
  {
    id: "jet",
    name: "Jet",
    colors: "0000800000ff0080ff00ffff80ff80ffff00ff8000ff0000800000",
  },
  {
    id: "rdbu",
    name: "RdBu",
    colors: "0530612065ab4393c390c4ddd1e5f0f7f6f6fddbc7f3a481d6604db1182b67001f",
  },
  { id: "greys", name: "Greys", colors: "1c1f24f4f5f7" },
];

export const PALETTES: readonly Palette[] = made.map(({ id, name }) => ({ id, name }));

/** The same, to be chosen from. */
export const PALETTE_OPTIONS = made.map(({ id, name }) => ({ value: id, label: name }));

const parsed = new Map(made.map(({ id, colors }) => [id, rgbs(colors)]));

function rgbs(colors: string): readonly RGB[] {
  return (colors.match(/.{6}/g) ?? []).map((hex) => {
    const value = parseInt(hex, 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  });
}

/**
 * @param palette - an id; the first palette stands in for one that is not known.
 * @param t - from 0 (the least value) to 1; beyond them, the ends' colors. NaN: the least one's.
 */
export function colorOf(palette: string, t: number): RGB {
  const colors = parsed.get(palette) ?? parsed.get("viridis") ?? [];
  const at = Math.min(1, Math.max(0, t || 0)) * (colors.length - 1);
  const i = Math.min(colors.length - 2, Math.floor(at));
  const from = colors[i] ?? [0, 0, 0];
  const to = colors[i + 1] ?? from;
  const mixed = (channel: 0 | 1 | 2): number =>
    Math.round(from[channel] + (to[channel] - from[channel]) * (at - i));
  return [mixed(0), mixed(1), mixed(2)];
}

/** `#rrggbb` */
export function hexOf([red, green, blue]: RGB): string {
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}

/** `number` colors from the least to the greatest, `#rrggbb`; one alone lies in the middle. */
export function stops(palette: string, number: number): string[] {
  return Array.from({ length: number }, (_, i) =>
    hexOf(colorOf(palette, number === 1 ? 0.5 : i / (number - 1))),
  );
}
