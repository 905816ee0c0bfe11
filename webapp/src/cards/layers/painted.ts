/** Cells of layers by steps in their colors. */

import { colorOf } from "../../lib/palettes";
import { linearScale, logScale, oddColor, zeroColor, type LayerScale } from "./scale";

/** So many times the 0.5 % quantile is the 99.5 % one where a scale is logarithmic by itself. */
const WIDE = 10;

/** Whether magnitudes say more of these values than differences do. */
export function spansMagnitudes(values: Float64Array): boolean {
  const sorted = values.filter(Number.isFinite).sort();
  if (!((sorted[0] ?? 0) > 0)) return false;
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return at(0.995) > WIDE * at(0.005);
}

export interface PaintedCells {
  readonly scale: LayerScale;
  readonly colors: Uint8ClampedArray<ArrayBuffer>;
  readonly crossed: Uint8Array;
  readonly hasOdd: boolean;
  /** Whether there are values that a logarithmic scale does not have. */
  readonly hasNone: boolean;
  /** Whether there are values beyond the ends of the scale, which are drawn as these. */
  readonly isBelow: boolean;
  readonly isAbove: boolean;
}

export function paintedCells(
  { value, step }: { readonly value: Float64Array; readonly step: Float64Array },
  deciding: Float64Array,
  isLog: boolean,
): PaintedCells {
  const rgbOf = (place: number) => colorOf("viridis", place);
  const scale = isLog ? logScale([...deciding], rgbOf) : linearScale(deciding, rgbOf);
  const colors = new Uint8ClampedArray(4 * value.length);
  const crossed = new Uint8Array(value.length);
  let [hasNone, isBelow, isAbove] = [false, false, false];
  value.forEach((each, i) => {
    if (Number.isNaN(step[i])) return;
    if (!Number.isFinite(each)) {
      crossed[i] = 1;
      colors.set([...oddColor, 255], 4 * i);
    } else if (isLog && each <= 0) {
      hasNone = true;
      colors.set([...zeroColor, 255], 4 * i);
    } else {
      isBelow ||= each < scale.low;
      isAbove ||= each > scale.high;
      const place = Math.min(1, Math.max(0, scale.placeOf(each)));
      colors.set([...scale.rgbOf(place), 255], 4 * i);
    }
  });
  return { scale, colors, crossed, hasOdd: crossed.includes(1), hasNone, isBelow, isAbove };
}
