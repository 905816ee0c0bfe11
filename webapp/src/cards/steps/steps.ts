/** Steps of one or several series: all of them in order, and the nearest to a wished one. */

/** A step that was chosen; null: the newest, also when newer ones come. */
export type StepChoice = number | null;

/** What has a place on the slider; `RecordSeries` fits. */
export interface Stepped {
  /** Strictly rising. */
  readonly step: Float64Array;
  readonly walltime: Float64Array;
}

const NONE: Stepped = { step: new Float64Array(), walltime: new Float64Array() };

/** Every step that any of the series has, once; its walltime is the first series' that has it. */
export function unionSteps(series: readonly Stepped[]): Stepped {
  // In pairs: merged one after the other, the first one's steps would be gone over for each of the others.
  let all = series;
  while (all.length > 1) {
    const pairs = all;
    all = pairs.flatMap((one, i) => (i % 2 === 0 ? [merged(one, pairs[i + 1] ?? NONE)] : []));
  }
  return all[0] ?? NONE;
}

function merged(one: Stepped, other: Stepped): Stepped {
  const most = one.step.length + other.step.length;
  const step = new Float64Array(most);
  const walltime = new Float64Array(most);
  let [i, j, n] = [0, 0, 0];
  while (i < one.step.length || j < other.step.length) {
    const left = one.step[i] ?? Infinity;
    const right = other.step[j] ?? Infinity;
    step[n] = Math.min(left, right);
    walltime[n] = (left <= right ? one.walltime[i] : other.walltime[j]) ?? NaN;
    n++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return { step: step.slice(0, n), walltime: walltime.slice(0, n) };
}

/** Index of the step nearest to the wished one, the earlier of two; -1 if there are none. */
export function nearestStep(steps: Float64Array, wished: StepChoice): number {
  const newest = steps.length - 1;
  if (wished === null || newest < 0) return newest;
  let low = 0;
  let high = newest;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle] ?? Infinity) < wished) low = middle + 1;
    else high = middle;
  }
  const after = steps[low] ?? Infinity;
  const before = steps[low - 1] ?? -Infinity;
  return wished - before <= after - wished ? low - 1 : low;
}

/** Index of exactly this step; -1 if the series has none. */
export function exactStep(steps: Float64Array, step: number): number {
  const index = nearestStep(steps, step);
  return steps[index] === step ? index : -1;
}

/** The step at an index, as a choice: at the newest one, what comes later is followed. */
export function choiceAt(steps: Float64Array, index: number): StepChoice {
  return index >= steps.length - 1 ? null : (steps[Math.max(0, index)] ?? null);
}
