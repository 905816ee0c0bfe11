/**
 * Which points of a chart's curves decide on its height, so that one curve that diverged does not hide all others.
 *
 * A curve is left out of the height if its magnitude (the largest absolute value) is far beyond that of most:
 * - 10 times beyond, if it ends in values without a height: it diverged for sure;
 * - 100 times beyond, if it left by itself: it has grown tenfold from where it began and has not come back, or all
 *   but a twentieth of it lies among the others. One that was always elsewhere (a learning rate of 50 among others of
 *   0.1, a loss in another unit), or that came to rest (a warm-up), is no worse than the others, and counts.
 *
 * Where most curves come down from where they began, as losses do, it takes less: a curve that reaches three times the
 * height at which the highest of all began is left out, if it ends in values without a height, or above that height and
 * not at rest. Where most grow or stay, as rewards, accuracies and constant rates do, the beginning says nothing.
 *
 * "Most" is more than half of the curves that end in a number; of two, none is the rule, and both count. Whatever
 * the others do, a curve that explodes in its second half counts until it does: if it ends at 10,000 times
 * the magnitude of its first half, or at 100 times and then in values without a height; unless it grew all along.
 *
 * The rule compares what is there, not what was decided before: it forgets nothing, and the ends of the curves are
 * looked at over several points, so that growing curves change the verdict once.
 */

export interface ChartCurve {
  /** [N], in the order of x; what is not finite has no height. */
  readonly y: Float64Array;
  /** Whether values without a height are the last of it. */
  readonly endsWithout: boolean;
}

/** So many times beyond the others, for one that ends in a number, and for one that does not. */
const FAR = 100;
const FAR_WITHOUT = 10;
const GROWN = 10;
/** So many times beyond where all began, where most curves come down. */
const FAR_ABOVE = 3;
/** Share of a curve's points that may be far away, and come back, as single spikes do. */
const SPIKES = 1 / 20;
/** So many times its own first half, for one that ends in a number, and for one that does not. */
const EXPLODED = 10_000;
const EXPLODED_WITHOUT = 100;
/** Points at the end that are looked at together. */
const fewestAtEnd = 3;

/** For each curve the number of its leading items that decide on the height: usually all of them. */
export function deciding(curves: readonly ChartCurve[]): readonly number[] {
  const all = curves.map(summary);
  const out = new Set([...leftOut(all), ...wentUp(all)]);
  return all.map((each, i) => (out.has(i) ? 0 : untilExplosion(each)));
}

interface Summary extends ChartCurve {
  readonly magnitude: number;
  /** Magnitudes of the finite values, in their order. */
  readonly sizes: Float64Array;
}

function summary({ y, endsWithout }: ChartCurve): Summary {
  const sizes = y.filter((value) => value - value === 0).map(Math.abs);
  return { y, endsWithout, sizes, magnitude: largest(sizes) };
}

function largest(sizes: Float64Array): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

/** Positions of the curves whose points all do not count. */
function leftOut(all: readonly Summary[]): ReadonlySet<number> {
  const drawn = all.flatMap((each, i) => (each.sizes.length > 0 ? [{ ...each, i }] : []));
  const ending = drawn
    .filter(({ endsWithout }) => !endsWithout)
    .sort((one, other) => one.magnitude - other.magnitude);
  // Where every curve ends without a number, none is the rule.
  if (ending.length === 0) return new Set();
  const most = Math.floor(ending.length / 2) + 1;
  let usual = ending[most - 1]?.magnitude ?? 0;
  // Beyond nothing but zeros, everything is far.
  if (usual === 0) return new Set();
  const out = new Set<number>();
  for (const each of ending.slice(most)) {
    if (each.magnitude > FAR * usual && hasLeft(each, FAR * usual)) out.add(each.i);
    else usual = each.magnitude;
  }
  for (const { i, endsWithout, magnitude } of drawn) {
    if (endsWithout && magnitude > FAR_WITHOUT * usual) out.add(i);
  }
  return out;
}

/** Positions of the curves that went up and away while most came down. */
function wentUp(all: readonly Summary[]): readonly number[] {
  const drawn = all.flatMap((each, i) => (each.sizes.length > 0 ? [{ ...each, i }] : []));
  const start = drawn.reduce((most, { sizes }) => Math.max(most, sizes[0] ?? 0), 0);
  const ending = drawn.filter(({ endsWithout }) => !endsWithout);
  const down = ending.filter(({ sizes }) => largest(lastOf(sizes)) < (sizes[0] ?? 0));
  // Of two that end in a number, one is not most.
  if (2 * down.length <= ending.length) return [];
  const away = drawn.filter(({ sizes, magnitude, endsWithout }) => {
    if (magnitude <= FAR_ABOVE * start) return false;
    return endsWithout || (lastOf(sizes).every((size) => size > start) && !isResting(sizes));
  });
  return away.map(({ i }) => i);
}

/** Whether a curve that is far beyond the others was among them, or went away from them. */
function hasLeft({ sizes, magnitude }: Summary, far: number): boolean {
  const away = sizes.filter((size) => size > far).length;
  if (away <= SPIKES * sizes.length) return true;
  const end = endOf(sizes);
  return magnitude > GROWN * (sizes[0] ?? 0) && largest(end) > far && !isResting(sizes);
}

function isResting(sizes: Float64Array): boolean {
  const end = endOf(sizes);
  return end.every((size) => size === end[0]);
}

function endOf(sizes: Float64Array): Float64Array {
  return sizes.slice(-Math.max(fewestAtEnd, Math.ceil(sizes.length * SPIKES)));
}

/** Its end, of which a short curve's beginning is no part. */
function lastOf(sizes: Float64Array): Float64Array {
  const few = Math.min(fewestAtEnd, Math.floor(sizes.length / 3));
  return sizes.slice(-Math.max(1, few, Math.ceil(sizes.length * SPIKES)));
}

/** How many items of a curve come before it explodes; all, if it does not. */
function untilExplosion({ y, sizes, endsWithout }: Summary): number {
  const half = Math.ceil(sizes.length / 2);
  if (half < 2) return y.length;
  const calm = largest(sizes.slice(0, half));
  const quarter = largest(sizes.slice(0, Math.ceil(half / 2)));
  // What grows by orders of magnitude from the start, such as the rate of a range test, does not explode.
  if (calm === 0 || calm > GROWN * quarter) return y.length;
  const far = calm * (endsWithout ? EXPLODED_WITHOUT : EXPLODED);
  if (largest(endOf(sizes.slice(half))) <= far) return y.length;
  return y.findIndex((value) => Number.isFinite(value) && Math.abs(value) > GROWN * calm);
}
