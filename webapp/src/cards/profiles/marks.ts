/** Where along an axis of steps the profiles of runs are marked. */

/** One profile, as an address names it. */
export interface Profile {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
}

/** A mark on the plot. */
export interface ProfileMark {
  /** Pixels from the plot's left edge. */
  readonly x: number;
  /** In the order of their steps; at least one. */
  readonly profiles: readonly [Profile, ...Profile[]];
}

/** A series of profiles, and its steps; null: not known yet. */
export interface ProfileSeries {
  readonly run: string;
  readonly tag: string;
  readonly steps: Float64Array | null;
}

/** All profiles by step; those of one step in the order of their series. */
export function profilesOf(series: readonly ProfileSeries[]): Profile[] {
  const all = series.flatMap(({ run, tag, steps }) =>
    Array.from(steps ?? [], (step) => ({ run, tag, step })),
  );
  return all.sort((one, other) => one.step - other.step);
}

/**
 * The marks in sight. Profiles too close to each other are one mark, at the first of them: which ones does not
 * change while the plot is moved.
 * @param profiles - by step.
 * @param placeOf - pixels from the plot's left edge; NaN for what the axis can't show.
 * @param width - of the plot.
 * @param apart - pixels between marks, at least.
 */
export function marksOf(
  profiles: readonly Profile[],
  placeOf: (step: number) => number,
  width: number,
  apart: number,
): ProfileMark[] {
  const marks: { x: number; profiles: [Profile, ...Profile[]] }[] = [];
  for (const profile of profiles) {
    const x = placeOf(profile.step);
    if (!Number.isFinite(x)) continue;
    const last = marks.at(-1);
    if (last !== undefined && x - last.x < apart) last.profiles.push(profile);
    else marks.push({ x, profiles: [profile] });
  }
  return marks.filter(({ x }) => x >= -1 && x <= width + 1);
}

/** The only run of a mark's profiles; null: they are of several. */
export function onlyRun({ profiles }: ProfileMark): string | null {
  const [{ run }] = profiles;
  return profiles.every((each) => each.run === run) ? run : null;
}
