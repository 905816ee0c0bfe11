/** The page's colors, for a canvas, which knows no CSS variables. */

import type { Colors } from "../shapes/shapes";

export interface ChartColors extends Colors {
  readonly accent: string;
  readonly danger: string;
  /** Of the line under a cursor. */
  readonly cursor: string;
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
    cursor: token("--chart-cursor"),
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
  cursor: "#555555",
};
