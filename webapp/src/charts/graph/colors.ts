/** The colors of a drawing, and of the families of operations. */

import { chartColors, type ChartColors } from "../common/theme";
import type { GraphFamily } from "../../lib/graph/families";

export interface GraphColors extends ChartColors {
  readonly ground: string;
  readonly frame: string;
  readonly frameLine: string;
  readonly line: string;
  readonly mark: string;
}

export function graphColors(element: Element): GraphColors {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ...chartColors(element),
    ground: token("--bg"),
    frame: token("--bg-sunken"),
    frameLine: token("--line-strong"),
    line: token("--text-faint"),
    mark: token("--warn"),
  };
}

/**
 * Hues in the order of Okabe and Ito (2008) and of Tol (2021), which stay apart for who sees fewer of
 * them; what they stand for is written in each box, too.
 */
export const FAMILY_COLORS: Readonly<Record<GraphFamily, string>> = {
  input: "#5f6b7a",
  convolution: "#0072b2",
  matrix: "#4477dd",
  attention: "#aa3377",
  norm: "#009e73",
  activation: "#d55e00",
  pooling: "#56a5d8",
  shape: "#999a9c",
  arithmetic: "#b08900",
  reduction: "#882255",
  embedding: "#6a51a3",
  random: "#cc79a7",
  data: "#117733",
  other: "#8a94a4",
  source: "#117733",
  split: "#999a9c",
  transform: "#0072b2",
  sampler: "#b08900",
  batch: "#6a51a3",
  loader: "#5f6b7a",
};

/** Red, green and blue of `#rrggbb` or `#rgb`; NaN: it is neither. */
function channels(text: string): readonly number[] {
  const plain = text.trim().replace("#", "");
  const full = plain.length === 3 ? plain.replace(/./g, "$&$&") : plain;
  return [0, 2, 4].map((i) => parseInt(full.slice(i, i + 2), 16));
}

/** Every frame mixes the same few again; those of a scale are more, and of many scales more and more. */
const MOST_MIXED = 10_000;
const mixtures = new Map<string, string>();

/** A color over another. @param share - of `color`, from 0 to 1. */
export function mixed(color: string, ground: string, share: number): string {
  const key = `${color} ${ground} ${share}`;
  const known = mixtures.get(key);
  if (known !== undefined) return known;
  if (mixtures.size >= MOST_MIXED) mixtures.clear();
  const made = mix(color, ground, share);
  mixtures.set(key, made);
  return made;
}

function mix(color: string, ground: string, share: number): string {
  const [over, under] = [channels(color), channels(ground)];
  if ([...over, ...under].some(Number.isNaN)) return color;
  const channel = (i: number): string =>
    Math.round((over[i] ?? 0) * share + (under[i] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}
