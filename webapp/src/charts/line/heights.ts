/** How high a figure's data are, and how much of that its axes show while nobody has zoomed. */

import { deciding, type ChartCurve } from "../common/diverged";
import { firstAtOrAfter } from "./nearest";
import { squeezing } from "./squeeze";
import type { LineFigure, ChartLine, QuietLine, ChartRange } from "./types";

export type Side = "left" | "right";

/** A curve as the height sees it: the same places, with one or two heights. */
interface Member extends ChartCurve {
  readonly x: Float64Array;
  /** Behind `y`; null: nothing. */
  readonly smoothed: Float64Array | null;
  readonly isHidden: boolean;
}

/** On a logarithmic axis a curve that diverged matters only if the others would have less than this share of it. */
const logShare = 0.2;

const known = new WeakMap<LineFigure, Partial<Record<Side, Weighed>>>();

interface Weighed {
  readonly members: readonly Member[];
  /** Number of leading items of each that decide on the height. */
  readonly counted: readonly number[];
}

/** The curves that a diverged one is looked for among: the single runs behind the lines, or else the lines. */
function weighed(figure: LineFigure, side: Side): Weighed {
  const both = known.get(figure) ?? {};
  known.set(figure, both);
  return (both[side] ??= weigh(figure, side));
}

function weigh({ lines, quiet = [] }: LineFigure, side: Side): Weighed {
  const own = lines.filter(({ axis = "left" }) => axis === side).map(ofLine);
  const members = side === "left" && quiet.length > 0 ? quiet.map(ofQuiet) : own;
  return { members, counted: deciding(members) };
}

function ofLine({ x, y, faint, nonFinite }: ChartLine): Member {
  const raw = faint ?? y;
  const last = nonFinite?.x.at(-1) ?? -Infinity;
  const endsWithout = !Number.isFinite(raw.at(-1) ?? NaN) || last > (x.at(-1) ?? Infinity);
  return { x, y: raw, smoothed: faint ? y : null, endsWithout, isHidden: false };
}

function ofQuiet({ x, y, isHidden = false }: QuietLine): Member {
  return { x, y, smoothed: null, endsWithout: !Number.isFinite(y.at(-1) ?? NaN), isHidden };
}

/** The lowest and the highest value of an axis within `x` (null: everywhere); null where there is none. */
export function heightsOf(figure: LineFigure, side: Side, x: ChartRange | null): ChartRange | null {
  const { fit = "all" } = figure;
  const most = fit === "all" ? wholeOf(figure, side, x) : mostOf(figure, side, x);
  if (fit !== "rest" || most === null) return most;
  const squeezers = squeezersOf(figure, side, x);
  if (squeezers.size === 0) return most;
  const ranges = rangesOf(figure, side, x).filter((_, i) => !squeezers.has(i));
  return within(spanned(ranges), most);
}

/**
 * The curves of an axis that leave the others less than a fifth of its height within `x`, of those that decide on it,
 * as their positions.
 */
export function squeezersOf(
  figure: LineFigure,
  side: Side,
  x: ChartRange | null,
): ReadonlySet<number> {
  // What is drawn of groups is not the runs.
  if ((figure.quiet ?? []).length > 0) return new Set();
  return squeezing(rangesOf(figure, side, x), isLogAt(figure, side));
}

function isLogAt({ logY = false, logRight = false }: LineFigure, side: Side): boolean {
  return side === "left" ? logY : logRight;
}

function wholeOf(figure: LineFigure, side: Side, x: ChartRange | null): ChartRange | null {
  const isLog = isLogAt(figure, side);
  return limited(figure, side, x, wholeHeights(figure, side, x, isLog), isLog);
}

function mostOf(figure: LineFigure, side: Side, x: ChartRange | null): ChartRange | null {
  const whole = wholeOf(figure, side, x);
  const { members, counted } = weighed(figure, side);
  if (whole === null || members.every(({ y }, i) => counted[i] === y.length)) return whole;
  const most = spanned(rangesOf(figure, side, x));
  if (most === null) return whole;
  if (
    isLogAt(figure, side) &&
    Math.log(most[1] / most[0]) > logShare * Math.log(whole[1] / whole[0])
  )
    return whole;
  return within(most, whole);
}

/** Of each curve, what of it decides on the height. */
function rangesOf(
  figure: LineFigure,
  side: Side,
  x: ChartRange | null,
): readonly (ChartRange | null)[] {
  const { members, counted } = weighed(figure, side);
  return members.map((member, i) => {
    const scan = new Scan(x, isLogAt(figure, side));
    scan.add(member.x, member.y, counted[i]);
    if (member.smoothed !== null) scan.add(member.x, member.smoothed, counted[i]);
    return scan.range;
  });
}

function spanned(ranges: readonly (ChartRange | null)[]): ChartRange | null {
  let [low, high] = [Infinity, -Infinity];
  for (const range of ranges) {
    low = Math.min(low, range?.[0] ?? low);
    high = Math.max(high, range?.[1] ?? high);
  }
  return low <= high ? [low, high] : null;
}

function within(range: ChartRange | null, whole: ChartRange): ChartRange {
  return range === null ? whole : [Math.max(range[0], whole[0]), Math.min(range[1], whole[1])];
}

/**
 * How many curves of an axis have values within `x` that are above or below what it shows of them; of those that are
 * not drawn, only such as diverged.
 */
export function countBeyond(figure: LineFigure, side: Side, x: ChartRange | null): number {
  const [low, high] = heightsOf(figure, side, x) ?? [-Infinity, Infinity];
  const { members, counted } = weighed(figure, side);
  return members.filter(({ x: xs, y, isHidden }, i) => {
    if (isHidden && counted[i] === y.length) return false;
    const scan = new Scan(x, isLogAt(figure, side));
    scan.add(xs, y);
    return scan.range !== null && (scan.range[0] < low || scan.range[1] > high);
  }).length;
}

function wholeHeights(
  figure: LineFigure,
  side: Side,
  x: ChartRange | null,
  isLog: boolean,
): ChartRange | null {
  const scan = new Scan(x, isLog);
  for (const line of figure.lines) {
    if ((line.axis ?? "left") !== side) continue;
    scan.add(line.x, line.y);
    if (line.faint) scan.add(line.x, line.faint);
  }
  if (side === "left") {
    for (const area of figure.areas ?? []) {
      if (area.isWeak) continue;
      scan.add(area.x, area.low);
      scan.add(area.x, area.high);
    }
    for (const line of figure.quiet ?? []) if (line.isHidden !== true) scan.add(line.x, line.y);
  }
  return scan.range;
}

function limited(
  { limits = null }: LineFigure,
  side: Side,
  x: ChartRange | null,
  whole: ChartRange | null,
  isLog: boolean,
): ChartRange | null {
  if (whole === null || limits === null || side === "right" || x !== null) return whole;
  const [low, high] = limits;
  // Quantiles that lie at one height would hide everything else.
  if (!(high > low)) return whole;
  return [!isLog || low > 0 ? Math.max(whole[0], low) : whole[0], Math.min(whole[1], high)];
}

/** The lowest and the highest of what is added to it, of what the axis can show. */
class Scan {
  readonly #x: ChartRange | null;
  readonly #isLog: boolean;
  #min = Infinity;
  #max = -Infinity;

  constructor(x: ChartRange | null, isLog: boolean) {
    this.#x = x;
    this.#isLog = isLog;
  }

  add(xs: Float64Array, heights: Float64Array, count = heights.length): void {
    const from = this.#x === null ? 0 : firstAtOrAfter(xs, this.#x[0]);
    const end = this.#x?.[1] ?? Infinity;
    for (let i = from; i < count; i++) {
      if ((xs[i] ?? Infinity) > end) break;
      const y = heights[i] ?? NaN;
      if (y - y !== 0 || (this.#isLog && y <= 0)) continue;
      if (y < this.#min) this.#min = y;
      if (y > this.#max) this.#max = y;
    }
  }

  get range(): ChartRange | null {
    return this.#min <= this.#max ? [this.#min, this.#max] : null;
  }
}
