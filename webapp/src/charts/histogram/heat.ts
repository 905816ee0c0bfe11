/** Steps from left to right, values upwards, and how many there are as color: a panel for each layer. */

import { cut, labelWidth } from "../shapes/words";
import { ramp } from "../../lib/mixed";
import { bucketAt } from "./curve";
import { blank, type ChartDrawing } from "../base/kind";
import { axisShapes } from "../common/axes";
import type { Point, ShapeSize } from "../shapes/shapes";
import { bottomSide, textOf, ticksOf } from "./frame";
import {
  bucketsOf,
  edgesOf,
  heightScale,
  heightsOf,
  valueRange,
  type HeightScale,
} from "./heights";
import { axisRange } from "./ridge";
import type {
  ShapeBox,
  Colors,
  HistogramFigure,
  HistogramLayer,
  Shape,
  HistogramSpot,
} from "./types";

interface Panel {
  readonly layer: HistogramLayer;
  readonly box: ShapeBox;
  /** [N + 1] between the columns of the steps, in the unit of the axis. */
  readonly bounds: Float64Array;
  readonly x: (at: number) => number;
}

const widestGap = 14;
const titleSize = 16;

export function drawHeat(
  figure: HistogramFigure,
  size: ShapeSize,
  colors: Colors,
): ChartDrawing<HistogramSpot> {
  const values = valueRange(figure.layers);
  const steps = axisRange(figure.layers);
  if (values === null || steps === null) return blank;
  const labels = figure.labels ?? null;
  const bottomSize = (figure.axis === "wall" ? 38 : 24) + (labels === null ? 0 : titleSize);
  const top = figure.layers.length > 1 || labels !== null ? titleSize + 4 : 8;
  const height = Math.max(20, size.height - top - bottomSize);
  const ticks = ticksOf(values, "value", Math.max(2, height / 34));
  const left = Math.max(34, labelWidth(ticks) + 14);
  const y = (value: number): number =>
    top + height - ((value - values[0]) / (values[1] - values[0])) * height;
  const panels = panelsOf(figure, { left, top, width: size.width - left - 14, height });
  const scale = heightScale(figure);
  const several = panels.length > 1;

  const shapes: Shape[] = [
    ...panels.flatMap(({ box }, i) =>
      axisShapes(
        // Read beside the first one.
        { side: "left", ticks: i === 0 ? ticks : { ...ticks, labels: [] }, at: y },
        box,
        colors,
      ),
    ),
    ...panels.flatMap((panel) => [
      cellsOf(panel, figure, scale, y, colors),
      ...(figure.lines ? linesOf(panel, y, colors) : []),
      ...curvesOf(panel, y, colors),
      ...axisShapes(
        {
          ...bottomSide,
          ticks: ticksOf(rangeOf(panel), figure.axis, Math.max(2, panel.box.width / 80)),
          at: panel.x,
        },
        panel.box,
        colors,
      ),
      ...(several
        ? textOf(
            panel.box.left,
            top - 7,
            cut(panel.layer.name, panel.box.width),
            "start",
            panel.layer.color,
          )
        : []),
    ]),
    ...(labels === null
      ? []
      : [
          ...textOf(4, top - 7, labels.y, "start", colors.muted),
          ...textOf(size.width - 14, size.height - 4, labels.x, "end", colors.muted),
        ]),
  ];

  const columnOf = ({ bounds, x }: Panel, index: number): readonly [number, number] => [
    x(bounds[index] ?? NaN),
    x(bounds[index + 1] ?? NaN),
  ];
  return {
    shapes,
    spotAt: ({ x, y: down }) => {
      const at = panels.findIndex(({ box }) => x >= box.left - 4 && x <= box.left + box.width + 4);
      const panel = panels[at];
      if (panel === undefined || panel.layer.at.length === 0) return null;
      let index = panel.layer.at.findIndex((_, i) => x < columnOf(panel, i)[1]);
      if (index < 0) index = panel.layer.at.length - 1;
      const value = values[0] + ((top + height - down) / height) * (values[1] - values[0]);
      return { layer: at, index, bucket: bucketAt(panel.layer, index, value) };
    },
    placeOf({ layer, index }): Point {
      const panel = panels[layer];
      if (panel === undefined) return { x: left, y: top };
      const [from, to] = columnOf(panel, index);
      return { x: (from + to) / 2, y: top + height / 2 };
    },
    highlight({ layer, index, bucket }) {
      const panel = panels[layer];
      if (panel === undefined) return [];
      const [from, to] = columnOf(panel, index);
      const frame = (above: number, below: number, width: number): Shape => ({
        kind: "path",
        points: Float64Array.of(from, above, to, above, to, below, from, below, from, above),
        fill: null,
        stroke: colors.text,
        width,
      });
      if (bucket < 0) return [frame(top, top + height, 1)];
      const [low, high] = edgesOf(panel.layer, index, bucket);
      return [frame(top, top + height, 1), frame(y(high), y(low), 2)];
    },
  };
}

function panelsOf(figure: HistogramFigure, all: ShapeBox): Panel[] {
  const count = Math.max(1, figure.layers.length);
  const gap = Math.min(widestGap, all.width / (4 * count));
  const width = (all.width - gap * (count - 1)) / count;
  return figure.layers.map((layer, i) => {
    const box = { ...all, left: all.left + i * (width + gap), width };
    const bounds = boundsOf(layer.at);
    const [first, last] = [bounds[0] ?? 0, bounds[bounds.length - 1] ?? 1];
    return { layer, box, bounds, x: (at) => box.left + ((at - first) / (last - first)) * width };
  });
}

/** Half way between neighbors; the first and the last column are as wide to both sides. */
export function boundsOf(at: Float64Array): Float64Array {
  const n = at.length;
  const item = (i: number): number => at[i] ?? NaN;
  if (n === 0) return new Float64Array();
  if (n === 1) return Float64Array.of(item(0) - 0.5, item(0) + 0.5);
  return Float64Array.from({ length: n + 1 }, (_, i) => {
    if (i === 0) return item(0) - (item(1) - item(0)) / 2;
    if (i === n) return item(n - 1) + (item(n - 1) - item(n - 2)) / 2;
    return (item(i - 1) + item(i)) / 2;
  });
}

function rangeOf({ layer: { at } }: Panel): readonly [number, number] {
  return [at[0] ?? 0, at[at.length - 1] ?? 0];
}

function cellsOf(
  { layer, bounds, x }: Panel,
  figure: HistogramFigure,
  scale: HeightScale,
  y: (value: number) => number,
  colors: Colors,
): Shape {
  const colorOf = ramp(colors.surface, layer.color);
  const places: number[] = [];
  const fills: string[] = [];
  layer.at.forEach((_, index) => {
    // On whole pixels: no seams between neighbors.
    const left = Math.round(x(bounds[index] ?? NaN));
    const width = Math.max(1, Math.round(x(bounds[index + 1] ?? NaN)) - left);
    const [first] = bucketsOf(layer, index);
    heightsOf(layer, index, figure.height).forEach((tall, i) => {
      if (!(tall > 0)) return;
      const [low, high] = edgesOf(layer, index, first + i);
      const top = Math.round(y(high));
      places.push(left, top, width, Math.max(1, Math.round(y(low)) - top));
      // Little is seen, too: eyes distinguish dark shades better than light ones.
      fills.push(colorOf(0.06 + 0.94 * scale.share(tall) ** (figure.log ? 1 : 0.6)));
    });
  });
  return { kind: "cells", places: Float64Array.from(places), fills };
}

function curvesOf(
  { layer, bounds, x }: Panel,
  y: (value: number) => number,
  colors: Colors,
): Shape[] {
  return (layer.curves ?? []).map(({ values, dash }) => {
    const points: number[] = [];
    values.forEach((value, index) => {
      const middle = ((bounds[index] ?? NaN) + (bounds[index + 1] ?? NaN)) / 2;
      if (!Number.isNaN(value)) points.push(x(middle), y(value));
    });
    return {
      kind: "path",
      points: Float64Array.from(points),
      fill: null,
      stroke: colors.text,
      width: 1.6,
      dash,
    };
  });
}

function linesOf(
  { layer, bounds, x }: Panel,
  y: (value: number) => number,
  colors: Colors,
): Shape[] {
  const steps = layer.at.length;
  const count = steps > 0 ? layer.quantiles.length / steps : 0;
  return Array.from({ length: count }, (_, q) => {
    const points: number[] = [];
    for (let index = 0; index < steps; index++) {
      const value = layer.quantiles[index * count + q] ?? NaN;
      const middle = ((bounds[index] ?? NaN) + (bounds[index + 1] ?? NaN)) / 2;
      if (!Number.isNaN(value)) points.push(x(middle), y(value));
    }
    const isMedian = q === (count - 1) / 2;
    return {
      kind: "path",
      points: Float64Array.from(points),
      fill: null,
      stroke: colors.text,
      width: isMedian ? 1.4 : 0.8,
      dash: isMedian ? [] : [3, 2],
      opacity: isMedian ? 0.85 : 0.6,
    };
  });
}
