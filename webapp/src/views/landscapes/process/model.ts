/** The landscape that is looked at, and the interval of the training that it shows. */

import type { LandscapeSummary } from "../../../api/landscapes";
import { isFrame, surfacesOf } from "../model";

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

/** For a list: those of a run together; runs with a path first, for a path is what this is about, and so within each. */
export function listed(all: readonly LandscapeSummary[]): LandscapeSummary[] {
  const shown = surfacesOf(all);
  const hasPath = ({ snapshots }: LandscapeSummary): boolean => snapshots > 0;
  const byPath = [...shown.filter(hasPath), ...shown.filter((each) => !hasPath(each))];
  return runsOf(byPath).flatMap(({ landscapes }) => landscapes);
}

/** Landscapes by their run, in the order of the first of each. */
export function runsOf(all: readonly LandscapeSummary[]): {
  readonly run: string;
  readonly landscapes: readonly LandscapeSummary[];
}[] {
  const byRun = new Map<string, LandscapeSummary[]>();
  for (const each of all) byRun.set(each.run, [...(byRun.get(each.run) ?? []), each]);
  return [...byRun].map(([run, landscapes]) => ({ run, landscapes }));
}

/** The landscapes that are played with one, from the earliest; of each step the newest. Empty: it is none of them. */
export function framesOf(
  all: readonly LandscapeSummary[],
  one: LandscapeSummary,
): LandscapeSummary[] {
  if (!isFrame(one)) return [];
  const byStep = new Map<number, LandscapeSummary>();
  for (const each of surfacesOf(all)) {
    const isSame = isFrame(each) && each.run === one.run && each.tag === one.tag;
    if (isSame && !byStep.has(each.step)) byStep.set(each.step, each);
  }
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}

/** The landscapes of a list; of those that are played together only the last one, which stands for all. */
export function withoutFrames(all: readonly LandscapeSummary[]): LandscapeSummary[] {
  return all.filter((each) => !isFrame(each) || framesOf(all, each).at(-1) === each);
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
      const isOne = summary.run === run && summary.tag === tag && !isFrame(summary);
      return isOne && interval !== null ? [{ summary, interval }] : [];
    })
    .sort((one, other) => one.interval[0] - other.interval[0]);
}

/** What the positions of a scalar's curve count, for an interval to be marked there. */
export type CurveAxis = "same" | "steps";

/**
 * A scalar is logged by step, or by epoch like the snapshots: only where its curve ends says which.
 * A training that has come to the last interval has as many epochs, and at least as many steps.
 * @param end - of the curve.
 * @returns `same`: it counts what the intervals count; `steps`: steps, where those count epochs; null:
 * nobody knows how many steps an epoch has.
 */
export function axisOf(stretches: readonly Stretch[], end: number): CurveAxis | null {
  const settings = stretches[0]?.summary.settings;
  if (settings?.unit !== "epoch") return "same";
  const perEpoch = settings.steps_per_epoch;
  const epochs = Math.max(...stretches.map(({ interval }) => interval[1]));
  if (perEpoch === null) return end <= epochs + 1 ? "same" : null;
  // The last epoch need not be logged at its last step.
  return end < (epochs - 1) * perEpoch ? "same" : "steps";
}

/** An interval on a curve; null: there is none, or no way to know where it lies. */
export function placeOf({ settings }: LandscapeSummary, axis: CurveAxis | null): Interval | null {
  const { interval, steps_per_epoch: perEpoch } = settings;
  if (interval === null || axis === null) return null;
  if (axis === "same") return interval;
  return perEpoch === null ? null : [interval[0] * perEpoch, interval[1] * perEpoch];
}

/** The stretch that a position on the curve lies in; of several the shortest. */
export function stretchAt(
  stretches: readonly Stretch[],
  at: number,
  axis: CurveAxis | null,
): Stretch | null {
  const length = ({ interval }: Stretch): number => interval[1] - interval[0];
  const around = stretches.filter(({ summary }) => {
    const place = placeOf(summary, axis);
    return place !== null && at >= place[0] && at <= place[1];
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
