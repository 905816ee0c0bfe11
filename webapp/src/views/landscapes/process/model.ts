/** Which landscape is looked at, and which interval of the training it shows. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { surfacesOf } from "../model";

export interface Choice {
  readonly run: string;
  readonly tag: string;
  readonly step: number | null;
  readonly id: string;
}

/** What was chosen; without it the newest with a path, or the newest of all. */
export function chosenOf(all: readonly LandscapeSummary[], wish: Choice): LandscapeSummary | null {
  const shown = surfacesOf(all);
  // A record that is written anew has another id: what is most like it stands in.
  const fits = [
    (each: LandscapeSummary) => each.id === wish.id && each.step === wish.step,
    (each: LandscapeSummary) => each.step === wish.step,
    () => true,
  ];
  for (const fit of fits) {
    const found = shown.find((each) => each.run === wish.run && each.tag === wish.tag && fit(each));
    if (found !== undefined) return found;
  }
  return shown.find(({ snapshots }) => snapshots > 0) ?? shown[0] ?? null;
}

/** For a list: those with a path first, for a path is what this is about. */
export function listed(all: readonly LandscapeSummary[]): LandscapeSummary[] {
  const hasPath = ({ snapshots }: LandscapeSummary): boolean => snapshots > 0;
  const shown = surfacesOf(all);
  return [...shown.filter(hasPath), ...shown.filter((each) => !hasPath(each))];
}

export type Interval = readonly [number, number];

/** A landscape with the interval of its path. */
export interface Stretch {
  readonly summary: LandscapeSummary;
  readonly interval: Interval;
}

/** The intervals of a run that have a landscape of the same tag, from the earliest. */
export function stretchesOf(
  all: readonly LandscapeSummary[],
  { run, tag }: LandscapeSummary,
): Stretch[] {
  return surfacesOf(all)
    .flatMap((summary) => {
      const { interval } = summary.settings;
      return summary.run === run && summary.tag === tag && interval !== null
        ? [{ summary, interval }]
        : [];
    })
    .sort((one, other) => one.interval[0] - other.interval[0]);
}

/** An interval as steps of the training's scalars; null: nobody knows how many steps an epoch has. */
export function stepsOf({ settings }: LandscapeSummary): Interval | null {
  const { interval, unit, steps_per_epoch: perEpoch } = settings;
  if (interval === null) return null;
  if (unit !== "epoch") return interval;
  return perEpoch === null ? null : [interval[0] * perEpoch, interval[1] * perEpoch];
}

/** The stretch that a step of the training lies in; of several the shortest. */
export function stretchAt(stretches: readonly Stretch[], step: number): Stretch | null {
  const length = ({ interval }: Stretch): number => interval[1] - interval[0];
  const around = stretches.filter(({ summary }) => {
    const steps = stepsOf(summary);
    return steps !== null && step >= steps[0] && step <= steps[1];
  });
  return around.sort((one, other) => length(one) - length(other))[0] ?? null;
}

/** How much of it is computed, 0 to 100; 100 only when all is. */
export function percentDone({ done, points }: Pick<LandscapeSummary, "done" | "points">): number {
  return points === 0 ? 100 : Math.floor((100 * done) / points);
}

/** The tag of the scalar to show: the wished one, else the first loss, else the first. */
export function curveTag(tags: readonly string[], wish: string): string {
  if (tags.includes(wish)) return wish;
  return tags.find((tag) => /loss/i.test(tag)) ?? tags[0] ?? "";
}
