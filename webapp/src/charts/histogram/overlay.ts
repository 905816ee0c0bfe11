/** All steps on one base, the newest the strongest; a single one with its buckets. */

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
import type { ShapeSize } from "../shapes/shapes";
import { bottomSide, heightTicks, ticksOf } from "./frame";
import { drawnSteps, heightScale, valueRange } from "./heights";
import { axisRange } from "./ridge";
import type {
  ShapeBox,
  Colors,
  HistogramFigure,
  HistogramLayer,
  Shape,
  HistogramSpot,
} from "./types";

interface Curve {
  readonly spot: HistogramSpot;
  readonly layer: HistogramLayer;
  readonly depth: number;
  readonly points: Float64Array;
}

const bottomSize = 24;

export function drawOverlay(
  figure: HistogramFigure,
  size: ShapeSize,
  colors: Colors,
): ChartDrawing<HistogramSpot> {
  const values = valueRange(figure.layers);
  const steps = axisRange(figure.layers);
  if (values === null || steps === null) return blank;
  const scale = heightScale(figure);
  const ticks = heightTicks(scale, size.height - bottomSize);
  const left = Math.max(34, labelWidth(ticks) + 14);
  const box: ShapeBox = {
    left,
    top: 8,
    width: Math.max(20, size.width - left - 14),
    height: Math.max(20, size.height - 8 - bottomSize),
  };
  const bottom = box.top + box.height;
  const projection: HistogramProjection = {
    x: (value) => box.left + ((value - values[0]) / (values[1] - values[0])) * box.width,
    y: (share) => bottom - share * box.height,
  };
  const isSingle = figure.layers.every(({ at }) => at.length <= 1);
  const depthOf = (at: number): number =>
    steps[1] > steps[0] && !isSingle ? (at - steps[0]) / (steps[1] - steps[0]) : 1;
  const curves = figure.layers
    .flatMap((layer, i) =>
      drawnSteps(layer).map((index): Curve => ({
        spot: { layer: i, index, bucket: -1 },
        layer,
        depth: depthOf(layer.at[index] ?? NaN),
        points: outline(
          layer,
          index,
          figure.height,
          scale,
          projection,
          isSingle || isCoarse(layer, index),
        ),
      })),
    )
    .sort((one, other) => one.depth - other.depth);

  const shapes: Shape[] = [
    ...axisShapes(
      { side: "left", ticks, at: (tall) => projection.y(scale.share(tall)) },
      box,
      colors,
    ),
    ...curves.flatMap(({ points, layer, depth }): Shape[] => [
      ...(isSingle
        ? [{ kind: "path" as const, points, fill: layer.color, stroke: null, opacity: 0.22 }]
        : []),
      {
        kind: "path",
        points,
        fill: null,
        stroke: mixed(colors.surface, layer.color, 0.18 + 0.82 * depth),
        width: isSingle ? 1.3 : 1,
      },
    ]),
    ...axisShapes(
      {
        ...bottomSide,
        ticks: ticksOf(values, "value", Math.max(2, box.width / 70)),
        at: projection.x,
      },
      box,
      colors,
    ),
  ];

  const find = ({ layer, index }: HistogramSpot): Curve | undefined =>
    curves.find(({ spot }) => spot.layer === layer && spot.index === index);
  return {
    shapes,
    spotAt({ x, y }) {
      let best: Curve | null = null;
      let least = Infinity;
      for (const curve of curves) {
        const away = Math.abs(heightAt(curve.points, x) - y);
        if (away <= least) [best, least] = [curve, away];
      }
      if (best === null) return null;
      const value = values[0] + ((x - box.left) / box.width) * (values[1] - values[0]);
      return { ...best.spot, bucket: bucketAt(best.layer, best.spot.index, value) };
    },
    placeOf: () => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }),
    highlight(spot) {
      const curve = find(spot);
      if (curve === undefined) return [];
      const bucket =
        spot.bucket < 0
          ? []
          : [
              {
                kind: "path" as const,
                points: bucketShape(
                  curve.layer,
                  spot.index,
                  spot.bucket,
                  figure.height,
                  scale,
                  projection,
                ),
                fill: curve.layer.color,
                stroke: null,
                opacity: 0.4,
              },
            ];
      return [
        ...bucket,
        { kind: "path", points: curve.points, fill: null, stroke: colors.surface, width: 4 },
        { kind: "path", points: curve.points, fill: null, stroke: colors.text, width: 1.8 },
      ];
    },
  };
}
