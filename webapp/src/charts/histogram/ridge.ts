/** Steps behind one another, the newest in front: each a ridge on its own base. */

import { labelWidth } from "../shapes/words";
import { mixed } from "../../lib/mixed";
import {
  bucketAt,
  bucketShape,
  heightAt,
  isCoarse,
  outline,
  type HistogramProjection,
} from "./curve";
import { blank, type ChartDrawing } from "../base/kind";
import { axisShapes } from "../common/axes";
import type { Point, ShapeSize } from "../shapes/shapes";
import { bottomSide, lineOf, textOf, ticksOf, type HistogramRange } from "./frame";
import { drawnSteps, heightScale, valueRange } from "./heights";
import type {
  ShapeBox,
  Colors,
  HistogramFigure,
  HistogramLayer,
  Shape,
  HistogramSpot,
} from "./types";

interface Ridge extends HistogramProjection {
  readonly spot: HistogramSpot;
  readonly layer: HistogramLayer;
  /** From 0 (the oldest, behind) to 1. */
  readonly depth: number;
  readonly points: Float64Array;
}

const bottomSize = 24;

export function drawRidges(
  figure: HistogramFigure,
  size: ShapeSize,
  colors: Colors,
): ChartDrawing<HistogramSpot> {
  const values = valueRange(figure.layers);
  const steps = axisRange(figure.layers);
  if (values === null || steps === null) return blank;
  const ticks = ticksOf(steps, figure.axis, Math.max(2, (size.height - bottomSize) / 44));
  const right = Math.max(28, labelWidth(ticks) + 14);
  const box: ShapeBox = {
    left: 10,
    top: 4,
    width: Math.max(20, size.width - 10 - right),
    height: Math.max(20, size.height - 4 - bottomSize),
  };
  // A single ridge has all the room there is.
  const headroom = (steps[1] > steps[0] ? figure.lift : 0.92) * box.height;
  const ground = box.height - headroom;
  const lean = Math.min(0.45 * box.width, Math.tan((figure.angle * Math.PI) / 180) * ground);
  const depthOf = (at: number): number =>
    steps[1] > steps[0] ? (at - steps[0]) / (steps[1] - steps[0]) : 1;
  const baseOf = (depth: number): number => box.top + headroom + depth * ground;
  const project = (depth: number): HistogramProjection => ({
    x: (value) =>
      box.left +
      lean * (1 - depth) +
      ((value - values[0]) / (values[1] - values[0])) * (box.width - lean),
    y: (share) => baseOf(depth) - share * headroom,
  });
  const scale = heightScale(figure);
  const ridges = figure.layers
    .flatMap((layer, i) =>
      drawnSteps(layer).map((index): Ridge => {
        const depth = depthOf(layer.at[index] ?? NaN);
        const projection = project(depth);
        const points = outline(
          layer,
          index,
          figure.height,
          scale,
          projection,
          isCoarse(layer, index),
        );
        return { spot: { layer: i, index, bucket: -1 }, layer, depth, points, ...projection };
      }),
    )
    .sort((one, other) => one.depth - other.depth);

  const front = project(1);
  const valueTicks = ticksOf(values, "value", Math.max(2, (box.width - lean) / 70));
  const shapes: Shape[] = [
    ...ticks.at.flatMap((at, i) => {
      const depth = depthOf(at);
      const y = baseOf(depth);
      const { x } = project(depth);
      return [
        lineOf(x(values[0]), y, x(values[1]), y, colors.grid),
        ...textOf(x(values[1]) + 6, y + 4, ticks.labels[i] ?? "", "start", colors.muted),
      ];
    }),
    ...ridges.flatMap(({ points, layer, depth }): Shape[] => [
      {
        kind: "path",
        points,
        fill: mixed(colors.surface, layer.color, 0.12 + 0.4 * depth),
        stroke: null,
        // Of several runs, one at the same step must not hide the other.
        opacity: figure.layers.length > 1 ? 0.7 : 1,
      },
      {
        kind: "path",
        points,
        fill: null,
        stroke: mixed(colors.surface, layer.color, 0.5 + 0.5 * depth),
        width: ridges.length > 60 ? 0.7 : 1,
      },
    ]),
    ...axisShapes({ ...bottomSide, ticks: valueTicks, at: front.x }, box, colors),
  ];

  const find = ({ layer, index }: HistogramSpot): Ridge | undefined =>
    ridges.find(({ spot }) => spot.layer === layer && spot.index === index);
  return {
    shapes,
    spotAt: (at) => spotAt(ridges, at),
    placeOf(spot) {
      const ridge = find(spot);
      if (ridge === undefined) return { x: box.left, y: box.top };
      return { x: ridge.x((values[0] + values[1]) / 2), y: ridge.y(0) };
    },
    highlight(spot) {
      const ridge = find(spot);
      if (ridge === undefined) return [];
      const bucket =
        spot.bucket < 0
          ? []
          : [
              {
                kind: "path" as const,
                points: bucketShape(
                  ridge.layer,
                  spot.index,
                  spot.bucket,
                  figure.height,
                  scale,
                  ridge,
                ),
                fill: ridge.layer.color,
                stroke: null,
                opacity: 0.55,
              },
            ];
      return [
        {
          kind: "path",
          points: ridge.points,
          fill: mixed(colors.surface, ridge.layer.color, 0.3),
          stroke: null,
          opacity: 0.75,
        },
        ...bucket,
        { kind: "path", points: ridge.points, fill: null, stroke: colors.text, width: 1.6 },
      ];
    },
  };
}

/** The foremost ridge that covers the place, or else the one whose outline is nearest. */
function spotAt(ridges: readonly Ridge[], { x, y }: Point): HistogramSpot | null {
  let best: Ridge | null = null;
  let least = 40;
  for (let i = ridges.length - 1; i >= 0; i--) {
    const ridge = ridges[i];
    if (ridge === undefined) continue;
    const top = heightAt(ridge.points, x);
    const base = ridge.y(0);
    if (y >= top - 1 && y <= base + 1 && base - top > 1) {
      best = ridge;
      break;
    }
    const away = Math.abs(y - (Number.isNaN(top) ? base : top));
    if (away < least) [best, least] = [ridge, away];
  }
  if (best === null) return null;
  const [left, right] = [best.x(0), best.x(1)];
  return {
    ...best.spot,
    bucket: bucketAt(best.layer, best.spot.index, (x - left) / (right - left)),
  };
}

/** From the first to the last place of all layers; null without any. */
export function axisRange(layers: readonly HistogramLayer[]): HistogramRange | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { at } of layers) {
    if (at.length === 0) continue;
    low = Math.min(low, at[0] ?? low);
    high = Math.max(high, at[at.length - 1] ?? high);
  }
  return low <= high ? [low, high] : null;
}
