/** Small curves of several runs in one box; where each has a single point, a dot for each. */

import { type SparkRange, rangeOf, sharedRange, type SparkBox, sparkOf } from "./spark";

export interface SparkCurve {
  /** Rising, [N]. */
  readonly step: Float64Array;
  /** [N]; what is not finite has no height. */
  readonly value: Float64Array;
  /** Steps of further values that are not finite, rising. */
  readonly lost: Float64Array;
}

export interface SparkWay {
  /** Of an SVG path; empty if there is nothing to draw. */
  readonly path: string;
  /** Whether it is a point alone, which is seen only with round caps. */
  readonly isDot: boolean;
}

/** Whether several curves are one point each: they are no curves, and would all stand at one step. */
export function areDots(curves: readonly SparkCurve[]): boolean {
  return curves.length > 1 && curves.every(({ step, lost }) => step.length + lost.length === 1);
}

/** On one scale; dots side by side in the order of the curves. */
export function waysOf(curves: readonly SparkCurve[], box: SparkBox): readonly SparkWay[] {
  if (areDots(curves)) {
    const heights = rangeOf(new Float64Array(curves.flatMap(({ value }) => [...value])));
    const widths: SparkRange = [0, curves.length + 1];
    return curves.map((curve, i) =>
      wayOf({ ...curve, step: curve.step.map(() => i + 1) }, box, heights, widths),
    );
  }
  const heights = sharedRange(
    curves.map(({ step, value, lost }) => {
      const isLost = (lost.at(-1) ?? -Infinity) > (step.at(-1) ?? -Infinity);
      return { y: value, endsWithout: isLost || !Number.isFinite(value.at(-1) ?? NaN) };
    }),
  );
  const widths: SparkRange = [
    Math.min(...curves.map(({ step }) => step[0] ?? Infinity)),
    Math.max(...curves.map(({ step }) => step.at(-1) ?? -Infinity)),
  ];
  return curves.map((curve) => wayOf(curve, box, heights, widths));
}

function wayOf(
  { step, value, lost }: SparkCurve,
  box: SparkBox,
  heights: SparkRange | null,
  widths: SparkRange,
): SparkWay {
  const { path } = sparkOf(step, value, lost, box, heights, widths);
  const isDot = path !== "" && !/[Ll]/.test(path);
  return { path: isDot ? path.replaceAll(/(?=M)|$/g, "h0").slice(2) : path, isDot };
}
