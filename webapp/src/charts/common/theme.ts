/** The page's colours, for a canvas, which knows no CSS variables. */

import type { Colours } from "../shapes/shapes";

export interface ChartColours extends Colours {
  readonly accent: string;
  readonly danger: string;
}

export function chartColours(element: Element): ChartColours {
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

/** Colours for pictures that go into papers. */
export const paperColours: ChartColours = {
  surface: "#ffffff",
  text: "#1a1a1a",
  muted: "#555555",
  grid: "#e4e4e4",
  accent: "#1a1a1a",
  danger: "#c22f3d",
};
