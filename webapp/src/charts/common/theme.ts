/** The page's colors, for a canvas, which knows no CSS variables. */

import type { Colors } from "../shapes/shapes";

export interface ChartColors extends Colors {
  readonly accent: string;
  readonly danger: string;
}

export function chartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    surface: token("--bg-raised"),
    text: token("--text"),
    muted: token("--chart-axis"),
    grid: token("--chart-grid"),
    accent: token("--accent"),
    danger: token("--danger"),
  };
}

/** Colors for pictures that go into papers. */
export const paperColors: ChartColors = {
  surface: "#ffffff",
  text: "#1a1a1a",
  muted: "#555555",
  grid: "#e4e4e4",
  accent: "#1a1a1a",
  danger: "#c22f3d",
};
