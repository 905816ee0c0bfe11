/** A curve so small that it needs no axes: its way, its end, and where it has no height any more. */

export interface Spark {
  /** Of an SVG path; empty if there is nothing to draw. */
  readonly path: string;
  /** The last point with a height, pixels; null if there is none. */
  readonly end: readonly [x: number, y: number] | null;
  /** Where it ends in values that are not finite, pixels; null: it does not. */
  readonly broken: number | null;
}

/** Heights from the bottom to the top. */
export type Range = readonly [low: number, high: number];

export interface SparkBox {
  readonly width: number;
  readonly height: number;
  /** Free at each side, so that a line at the edge is whole. */
  readonly margin: number;
}

/**
 * @param x - rising, [N]. @param y - [N]; what is not finite has no height.
 * @param lost - places of further values that are not finite, rising.
 * @param heights - the curve's own unless given; what lies beyond is drawn at the edge.
 * @param widths - the curve's own unless given.
 */
export function sparkOf(
  x: Float64Array,
  y: Float64Array,
  lost: Float64Array,
  box: SparkBox,
  heights: Range | null = rangeOf(y),
  widths: Range | null = widthsOf(x, lost),
): Spark {
  if (heights === null || widths === null) {
    return { path: "", end: null, broken: x.length + lost.length > 0 ? box.margin : null };
  }
  const [left, wide] = [box.margin, box.width - 2 * box.margin];
  const [top, high] = [box.margin, box.height - 2 * box.margin];
  const across = (at: number): number => {
    const share = (at - widths[0]) / (widths[1] - widths[0]);
    return left + wide * (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5);
  };
  const up = (value: number): number => {
    const share = (value - heights[0]) / (heights[1] - heights[0]);
    return top + high * (1 - (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5));
  };
  const parts: string[] = [];
  let end: [number, number] | null = null;
  let [isDown, lastHigh, lastLost] = [false, -Infinity, lost.at(-1) ?? -Infinity];
  for (let i = 0; i < x.length; i++) {
    const [at, value] = [x[i] as number, y[i] as number];
    if (!Number.isFinite(value)) {
      isDown = false;
      lastLost = Math.max(lastLost, at);
      continue;
    }
    end = [across(at), up(value)];
    lastHigh = at;
    parts.push(`${isDown ? "L" : "M"}${end[0].toFixed(1)} ${end[1].toFixed(1)}`);
    isDown = true;
  }
  return { path: parts.join(""), end, broken: lastLost > lastHigh ? across(lastLost) : null };
}

/** Of the finite values; null if there is none. */
export function rangeOf(y: Float64Array): Range | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of y) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

function widthsOf(x: Float64Array, lost: Float64Array): Range | null {
  const ends = [x[0], x.at(-1), lost[0], lost.at(-1)].filter((end) => end !== undefined);
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}

/** So many times the middle curve's height may others lie beyond it. */
const FAR = 30;

/** Heights that show all curves but those that diverged: these must not flatten the others. */
export function sharedRange(curves: readonly Float64Array[]): Range | null {
  const ranges = curves.map(rangeOf).filter((range) => range !== null);
  const lows = ranges.map(([low]) => low).sort((a, b) => a - b);
  const highs = ranges.map(([, high]) => high).sort((a, b) => a - b);
  const [middleLow, middleHigh] = [lows[lows.length >> 1], highs[(highs.length - 1) >> 1]];
  if (middleLow === undefined || middleHigh === undefined) return null;
  const reach = FAR * Math.abs(middleHigh - middleLow);
  const near = ranges.filter(
    ([low, high]) => low >= middleLow - reach && high <= middleHigh + reach,
  );
  // A level one loses nothing beside others, however high these are.
  const shown = near.length === 0 || reach === 0 ? ranges : near;
  return [Math.min(...shown.map(([low]) => low)), Math.max(...shown.map(([, high]) => high))];
}
