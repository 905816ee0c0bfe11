/** A flame graph as shapes, for a canvas and for a file. */

import { nameShade } from "../../lib/profile/name-color";
import type { ChartColors } from "../common/theme";
import type { Shape } from "../shapes/shapes";
import { cutMeasured as cut, measuredWidth } from "../shapes/measure";
import { LEVEL, topOf, valueOf, type FlameLayout } from "./layout";
import type { FlameFigure } from "./types";

const LABEL_PIXELS = 30;

export function flameShapes(
  figure: FlameFigure,
  layout: FlameLayout,
  colors: ChartColors,
): Shape[] {
  const { tree, names, values, found, selected, isUpwards, textOf, all } = figure;
  const places = new Float64Array(4 * layout.cells.length);
  const fills: string[] = [];
  const labels: Shape[] = [];
  const frames: Shape[] = [];
  layout.cells.forEach(({ node, x, width, level }, i) => {
    const y = topOf(level, layout.levels, isUpwards);
    const shown = width > 2 ? width - 1 : width;
    const name = node < 0 ? all : (names[node] ?? "");
    const isDim = found !== null && !found.has(node);
    places.set([x, y, shown, LEVEL - 1], 4 * i);
    fills.push(node < 0 || isDim ? colors.grid : nameShade(name, colors.surface, 0.8));
    if (node === selected && node >= 0) frames.push(frame(x, y, shown, colors.text, 2));
    const room = width - 8;
    if (room < LABEL_PIXELS) return;
    const value = textOf(valueOf(tree, values, node));
    const whole = `${name}  ${value}`;
    const text = measuredWidth(whole) <= room ? whole : cut(name, room);
    const fill = isDim ? colors.muted : colors.text;
    labels.push({ kind: "text", x: x + 4, y: y + 13, text, anchor: "start", fill });
  });
  return [{ kind: "cells", places, fills }, ...labels, ...frames];
}

/** Around a node that is pointed at; nothing around the one that is selected. */
export function hoveredShapes(
  { selected, isUpwards }: FlameFigure,
  { cells, levels }: FlameLayout,
  node: number,
  colors: ChartColors,
): Shape[] {
  const cell = cells.find((each) => each.node === node);
  if (cell === undefined || (node === selected && node >= 0)) return [];
  const { x, width, level } = cell;
  return [
    frame(x, topOf(level, levels, isUpwards), width > 2 ? width - 1 : width, colors.muted, 1),
  ];
}

function frame(x: number, y: number, wide: number, stroke: string, width: number): Shape {
  const [right, bottom] = [x + Math.max(2, wide), y + LEVEL - 1];
  const points = Float64Array.of(x, y, right, y, right, bottom, x, bottom, x, y);
  return { kind: "path", points, fill: null, stroke, width };
}
