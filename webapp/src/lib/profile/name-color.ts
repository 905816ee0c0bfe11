/** Colors by name: the same name has the same color everywhere. */

import { PALETTE } from "../colors";
import { mixed } from "../mixed";

const known = new Map<string, string>();

/** A color of the palette that a name has on every page. */
export function nameColor(name: string): string {
  const found = known.get(name);
  if (found !== undefined) return found;
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  const color = PALETTE[(h >>> 0) % PALETTE.length] ?? "#8a94a4";
  // Templates of kernels have endless names: what is cheap to make again is forgotten.
  if (known.size > 50_000) known.clear();
  known.set(name, color);
  return color;
}

const shades = new Map<string, string>();

/** The color of a name on a ground, light enough to be written on. @param strength - from 0 to 1. */
export function nameShade(name: string, ground: string, strength: number): string {
  return shadeOf(nameColor(name), ground, strength);
}

/** A color on a ground, light enough to be written on. @param strength - from 0 to 1. */
export function shadeOf(color: string, ground: string, strength: number): string {
  const step = Math.round(Math.min(1, Math.max(0, strength)) * 8);
  const key = `${color}${ground}${step}`;
  let shade = shades.get(key);
  if (shade === undefined) {
    shade = mixed(ground, color, 0.14 + 0.052 * step);
    shades.set(key, shade);
  }
  return shade;
}
