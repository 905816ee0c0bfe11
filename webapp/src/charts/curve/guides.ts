/** What curves are read against: lines of equal F1, and the curve of guessing. */

import { clipped } from "./clip";
import { toPixels, type CurveFrame } from "./frame";
import type { Colors, Guides, Shape } from "./types";

const f1Values = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** In small charts: fewer. */
const fewF1Values = [0.2, 0.4, 0.6, 0.8];
/** More shares of positives than this would be a hatching: then the least and the greatest. */
const mostNoSkill = 4;

export function guideShapes(guides: Guides, frame: CurveFrame, colors: Colors): Shape[] {
  if (guides.kind === "diagonal") {
    return pathThrough(frame, [0, 0, 1, 1], { stroke: colors.muted, dash: [5, 4], opacity: 0.8 });
  }
  const noSkill = distinct(guides.noSkill);
  const few = noSkill.length > mostNoSkill ? [Math.min(...noSkill), Math.max(...noSkill)] : noSkill;
  const look = { stroke: colors.muted, dash: [5, 4], opacity: 0.8 };
  return [
    ...(guides.shown ? f1Lines(frame, colors) : []),
    ...few.flatMap((share) => pathThrough(frame, [0, share, 1, share], look)),
  ];
}

/** Precision at a recall where F1 has a value: from F1 = 2 P R / (P + R). */
export function precisionOfF1(f1: number, recall: number): number {
  return (f1 * recall) / (2 * recall - f1);
}

function f1Lines(frame: CurveFrame, colors: Colors): Shape[] {
  const values = frame.hasWords ? f1Values : fewF1Values;
  const look = { stroke: colors.muted, dash: [1, 3], opacity: 0.6 };
  return values.flatMap((f1) => {
    const first = f1 / (2 - f1);
    const points: number[] = [];
    for (let i = 0; i <= 60; i++) {
      const recall = first + ((1 - first) * i) / 60;
      points.push(recall, precisionOfF1(f1, recall));
    }
    return [...pathThrough(frame, points, look), ...label(f1, frame, colors)];
  });
}

/** Right of where the line ends, if that is in sight. */
function label(f1: number, frame: CurveFrame, colors: Colors): Shape[] {
  const { box, view } = frame;
  const recall = view.x[1];
  const precision = precisionOfF1(f1, recall);
  if (!frame.hasWords || recall <= f1 / (2 - f1)) return [];
  const { y } = toPixels(frame, recall, precision);
  if (y < box.top + 8 || y > box.top + box.height) return [];
  const x = box.left + box.width + 4;
  return [{ kind: "text", x, y: y + 4, text: `F1 ${f1}`, anchor: "start", fill: colors.muted }];
}

function pathThrough(
  frame: CurveFrame,
  points: readonly number[],
  look: { stroke: string; dash: readonly number[]; opacity: number },
): Shape[] {
  const pixels = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    const { x, y } = toPixels(frame, points[i] ?? 0, points[i + 1] ?? 0);
    pixels.set([x, y], i);
  }
  return clipped(pixels, frame.box).map((part) => ({
    kind: "path",
    points: part,
    fill: null,
    width: 1,
    ...look,
  }));
}

/** Shares that would be the same line are one. */
function distinct(shares: readonly number[]): number[] {
  return [...new Set(shares.filter(Number.isFinite).map((share) => Math.round(share * 500) / 500))];
}
