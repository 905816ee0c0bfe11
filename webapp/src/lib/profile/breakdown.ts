/** Sums and means of the parts of steps. */

export interface Parts {
  readonly parts: readonly string[];
  /** Time of each part of the first step, then of the second one, [S * P]. */
  readonly ns: Float64Array;
}

/** Steps that count: without warm-up, unless there is nothing else. */
export function countedSteps(warmUp: readonly boolean[]): readonly number[] {
  const all = warmUp.map((_, i) => i);
  const warm = all.filter((i) => warmUp[i] !== true);
  return warm.length > 0 ? warm : all;
}

/** What each part takes on average over some steps. */
export function meanParts({ parts, ns }: Parts, steps: readonly number[]): Float64Array {
  const sums = new Float64Array(parts.length);
  for (const step of steps) {
    for (let i = 0; i < parts.length; i++) {
      sums[i] = (sums[i] ?? 0) + (ns[step * parts.length + i] ?? 0);
    }
  }
  return sums.map((sum) => (steps.length > 0 ? sum / steps.length : 0));
}

/** The parts that take any time in any step: columns of these alone. */
export function partsThere({ parts, ns }: Parts): Parts & { readonly places: readonly number[] } {
  const count = parts.length;
  const places = parts.flatMap((_, i) => {
    for (let at = i; at < ns.length; at += count) if ((ns[at] ?? 0) > 0) return [i];
    return [];
  });
  const steps = count > 0 ? Math.floor(ns.length / count) : 0;
  const kept = new Float64Array(steps * places.length);
  for (let step = 0; step < steps; step++) {
    places.forEach((place, i) => (kept[step * places.length + i] = ns[step * count + place] ?? 0));
  }
  return { parts: places.map((place) => parts[place] ?? ""), ns: kept, places };
}
