/** One picture of the curvature at each snapshot: eigenvalues by step. */

import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import { isSnapshot } from "../model";

/** Each snapshot is asked for by itself, and more are not seen apart. */
export const MOST_SNAPSHOTS = 128;

/** The snapshots of one recorder of a run, by step. */
export interface Evolution {
  /** Key that stays the same through every update. */
  readonly key: string;
  readonly run: string;
  readonly tag: string;
  /** Rising; of each step the newest. */
  readonly summaries: readonly LandscapeSummary[];
  /** How many there are; more than those that are drawn where there are very many. */
  readonly count: number;
}

export function evolutionsOf(all: readonly LandscapeSummary[]): Evolution[] {
  const found = new Map<string, Map<number, LandscapeSummary>>();
  for (const each of all) {
    if (!isSnapshot(each)) continue;
    const key = `${each.run} ${each.tag}`;
    const steps = found.get(key) ?? new Map<number, LandscapeSummary>();
    found.set(key, steps);
    // Of one step the later comes first.
    if (!steps.has(each.step)) steps.set(each.step, each);
  }
  return [...found].flatMap(([key, steps]) => {
    const sorted = [...steps.values()].sort((a, b) => a.step - b.step);
    const [first] = sorted;
    if (first === undefined) return [];
    const { run, tag } = first;
    return [{ key, run, tag, summaries: thinned(sorted), count: sorted.length }];
  });
}

/** Evenly, the first and the last among them. */
function thinned<T>(all: readonly T[]): T[] {
  if (all.length <= MOST_SNAPSHOTS) return [...all];
  const last = all.length - 1;
  return Array.from(
    { length: MOST_SNAPSHOTS },
    (_, i) => all[Math.round((i * last) / (MOST_SNAPSHOTS - 1))],
  ).filter((each) => each !== undefined);
}

/** Numbers of a snapshot; NaN: not known. */
export interface SnapshotNumbers {
  readonly step: number;
  readonly loss: number;
  readonly top: number;
  readonly topError: number;
  readonly edge: number;
  readonly critical: number;
  readonly criticalError: number;
  readonly trace: number;
  readonly traceError: number;
}

export function numbersOf({
  step,
  center,
  metrics,
  curvature,
  settings,
}: Landscape): SnapshotNumbers {
  const rate = settings.learning_rate[0] ?? NaN;
  return {
    step,
    loss: center.get(metrics[0] ?? "") ?? NaN,
    top: curvature?.eigenvalues?.[0] ?? NaN,
    topError: curvature?.errors?.[0] ?? NaN,
    edge: rate > 0 ? 2 / rate : NaN,
    critical: curvature?.critical_sharpness ?? NaN,
    criticalError: curvature?.critical_error ?? NaN,
    trace: curvature?.trace ?? NaN,
    traceError: curvature?.trace_error ?? NaN,
  };
}
