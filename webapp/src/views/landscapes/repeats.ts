/** Landscapes that are repeats of each other, and what distinguishes those of one run. */

import type { LandscapeSummary } from "../../api/landscapes";

/** All that makes two landscapes repeats of each other: everything but the seed. */
export function recipeOf({ x, y, metrics, directions, settings }: LandscapeSummary): string {
  const { kind, norm, ignore, parameters } = directions;
  const { loss, samples, batch_norm: batchNorm, precision, model_fingerprint: model } = settings;
  return JSON.stringify([
    ...[x, y, metrics, kind, norm, ignore, parameters, settings.mode, settings.interval],
    ...[loss, samples, batchNorm, precision, model],
  ]);
}

/** Landscapes of a run that differ from one in their seed only, itself among them, by their seeds. */
export function repeatsOf(
  summary: LandscapeSummary,
  own: readonly LandscapeSummary[],
): LandscapeSummary[] {
  const recipe = recipeOf(summary);
  const bySeed = new Map<number | null, LandscapeSummary>();
  // The one that is meant, then the newest of each seed.
  for (const each of [summary, ...own]) {
    const { seed } = each.directions;
    const isRepeat = each.run === summary.run && each.step === summary.step;
    if (isRepeat && !bySeed.has(seed) && recipeOf(each) === recipe) bySeed.set(seed, each);
  }
  return [...bySeed.values()].sort(
    (one, other) => (one.directions.seed ?? -1) - (other.directions.seed ?? -1),
  );
}

/** `41 × 41`, or `41` along one direction. */
export function sizeText({ x, y }: Pick<LandscapeSummary, "x" | "y">): string {
  return y === null ? String(x.number) : `${x.number} × ${y.number}`;
}

export interface Apart {
  readonly seed: number | null;
  readonly size: string | null;
  /** The beginning of its id, where nothing else distinguishes it from another one. */
  readonly id: string | null;
}

/** What distinguishes a landscape from others of its run with the same tag and step; null where it need not be named. */
export function apartOf(summary: LandscapeSummary, all: readonly LandscapeSummary[]): Apart {
  const alike = all.filter(
    ({ run, tag, step, id }) =>
      run === summary.run && tag === summary.tag && step === summary.step && id !== summary.id,
  );
  const { seed } = summary.directions;
  const size = sizeText(summary);
  const isSame = (other: LandscapeSummary) =>
    other.directions.seed === seed && sizeText(other) === size;
  return {
    seed: alike.some(({ directions }) => directions.seed !== seed) ? seed : null,
    size: alike.some((other) => sizeText(other) !== size) ? size : null,
    id: alike.some(isSame) ? summary.id.slice(0, 6) : null,
  };
}
