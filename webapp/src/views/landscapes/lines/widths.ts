/** Widths of valleys along lines. */

import { range } from "../../../lib/landscape/range";
import { valueAt } from "../../../lib/landscape/value";

export interface Width {
  readonly width: number;
  /** The valley reaches an end of the line: it is at least so wide. */
  readonly isOpen: boolean;
  /** One of its sides lies within so few points that it is only roughly so wide. */
  readonly isRough: boolean;
}

/** Points of the line on each side of a place, below which a width is rough. */
const few = 2;

/** A line, and the places on it whose valleys are looked at. */
export interface Valleys {
  readonly x: Float64Array;
  readonly loss: Float64Array;
  readonly places: readonly number[];
}

/**
 * Width of the region around a place where the loss is no more than `height` above the loss there, its
 * ends linear between two points. NaN: the loss of the place is not known.
 */
export function widthAt(x: Float64Array, loss: Float64Array, place: number, height: number): Width {
  const level = valueAt({ x, y: null, values: loss }, place) + height;
  if (Number.isNaN(level)) return { width: NaN, isOpen: false, isRough: false };
  const after = x.findIndex((each) => each > place);
  const first = after < 0 ? x.length : after;
  const right = endOf(x, loss, [place, level - height], level, first, 1);
  const left = endOf(x, loss, [place, level - height], level, first - 1, -1);
  return {
    width: right.at - left.at,
    isOpen: right.isOpen || left.isOpen,
    isRough: Math.min(right.points, left.points) < few,
  };
}

function endOf(
  x: Float64Array,
  loss: Float64Array,
  [place, start]: readonly [number, number],
  level: number,
  from: number,
  step: 1 | -1,
): { at: number; isOpen: boolean; points: number } {
  let [at, value] = [place, start];
  for (let i = from; i >= 0 && i < x.length; i += step) {
    const points = Math.abs(i - from);
    const [nextAt = NaN, next = NaN] = [x[i], loss[i]];
    // What is not known may be as low.
    if (Number.isNaN(next)) return { at, isOpen: true, points };
    if (next > level) {
      const end = at + ((nextAt - at) * (level - value)) / (next - value);
      return { at: end, isOpen: false, points };
    }
    [at, value] = [nextAt, next];
  }
  return { at, isOpen: true, points: x.length };
}

/** The highest that is of use, as that of the area of a plane. */
const most = 1;
/** A valley of less than this share of the usual heights is but a ripple. */
const ripple = 1e-3;
/** Walls beyond the models may be thousands of times as high: the highest quarter is not usual. */
const unusual = 0.25;

/**
 * The greatest of 1, 0.5, 0.2, 0.1 and so on at which no valley reaches an end of its line: there the
 * widths of all can be compared. Places that lie in no valley count for nothing; null: all lie so.
 */
export function commonHeight(lines: readonly Valleys[]): number | null {
  const all = range(
    lines.map(({ loss }) => loss),
    unusual,
  );
  if (all === null) return null;
  const heights: number[] = [];
  for (let power = most; power > ripple * (all.max - all.min); power /= 10)
    heights.push(...[1, 0.5, 0.2].map((factor) => Number((factor * power).toPrecision(1))));
  const found = lines.flatMap(({ x, loss, places }) =>
    places.flatMap((place) => {
      const isClosed = (height: number) => {
        const { width, isOpen } = widthAt(x, loss, place, height);
        return !isOpen && width > 0;
      };
      return heights.find(isClosed) ?? [];
    }),
  );
  return found.length === 0 ? null : Math.min(...found);
}
