/** Lines of landscapes along one direction, and what can be read off them. */

import type { LandscapeSummary, NamedPlace } from "../../../api/landscapes";
import { PALETTE } from "../../../lib/colors";
import { valueAt } from "../../../lib/landscape/value";
import { commonPrefix } from "../../../lib/names";
import { isSnapshot } from "../model";
import { recipeOf } from "../repeats";

/** Landscapes of one run that are drawn as one: repeats of each other, or a single one. */
export interface Bundle {
  /** Key that stays the same through every update. */
  readonly key: string;
  readonly run: string;
  readonly summaries: readonly LandscapeSummary[];
}

/** As few repeats as make a band: of two one sees both. */
const fewest = 3;

export function linesOf(landscapes: readonly LandscapeSummary[]): LandscapeSummary[] {
  return landscapes.filter((each) => each.y === null && !isSnapshot(each));
}

/** Repeats may have tags of their own: `line/seed 3` and `line/seed 4` are of the family `line`. */
export function familyOf(tag: string): string {
  const stem = tag.replace(/[/_\- .]*(seed|repeat)?[/_\- .=]*[0-9]+$/i, "");
  return stem === "" ? tag : stem;
}

/** Families of lines, that of the most runs first. */
export function familiesOf(lines: readonly LandscapeSummary[]): string[] {
  const found = new Map<string, Set<string>>();
  for (const { tag, run } of lines) {
    const family = familyOf(tag);
    found.set(family, (found.get(family) ?? new Set()).add(run));
  }
  return [...found].sort((a, b) => b[1].size - a[1].size).map(([family]) => family);
}

/**
 * Lines of the newest step of each run and tag of a family, repeats together.
 * @param family - null: all of them.
 */
export function bundlesOf(lines: readonly LandscapeSummary[], family: string | null): Bundle[] {
  const own = lines.filter(({ tag }) => family === null || familyOf(tag) === family);
  const series = ({ run, tag }: LandscapeSummary) => `${run} ${tag}`;
  const newest = new Map<string, number>();
  for (const each of own) {
    newest.set(series(each), Math.max(newest.get(series(each)) ?? -Infinity, each.step));
  }
  const found = new Map<string, LandscapeSummary[]>();
  for (const each of own) {
    if (each.step !== newest.get(series(each))) continue;
    // Lines without a seed, such as those towards other models, are no repeats of each other.
    const { tag, id, directions } = each;
    const kind = directions.seed === null ? `${tag} ${id}` : familyOf(tag);
    const key = `${each.run} ${kind} ${recipeOf(each)}`;
    const siblings = found.get(key);
    if (siblings) siblings.push(each);
    else found.set(key, [each]);
  }
  return [...found].flatMap(([key, summaries]): Bundle[] => {
    const [first] = summaries;
    if (first === undefined) return [];
    if (summaries.length >= fewest) return [{ key, run: first.run, summaries }];
    return summaries.map((each) => ({
      key: `${key} ${each.tag} ${each.id}`,
      run: each.run,
      summaries: [each],
    }));
  });
}

/** Metrics that any of them has. */
export function metricsOf(bundles: readonly Bundle[]): string[] {
  return [
    ...new Set(bundles.flatMap(({ summaries }) => summaries.flatMap((each) => each.metrics))),
  ];
}

/** What distinguishes each bundle from the others of its run: its tag, its seed; empty where nothing need. */
export function apartNames(
  bundles: readonly Bundle[],
  apartOf: (summary: LandscapeSummary, all: readonly LandscapeSummary[]) => readonly string[],
): string[] {
  const firsts = bundles.flatMap(({ summaries }) => summaries.slice(0, 1));
  const start = commonPrefix([...new Set(firsts.map(({ tag }) => tag))]).length;
  return bundles.map(({ run, summaries }) => {
    const others = firsts.filter((each) => each.run === run);
    const [first] = summaries;
    if (first === undefined || others.length < 2) return "";
    const tags = new Set(others.map(({ tag }) => tag));
    const parts = [
      ...(tags.size > 1 ? [first.tag.slice(start)] : []),
      ...(summaries.length > 1 ? [] : apartOf(first, others)),
    ];
    return parts.join(" · ");
  });
}

/**
 * A color for each line: that of its run, and for more lines of one run, which would look the same,
 * one that no run here has.
 */
export function lineColors(ofRuns: readonly string[]): string[] {
  const taken = new Set(ofRuns);
  const free = PALETTE.filter((color) => !taken.has(color));
  const seen = new Set<string>();
  let next = 0;
  return ofRuns.map((color) => {
    if (!seen.has(color) || free.length === 0) {
      seen.add(color);
      return color;
    }
    return free[next++ % free.length] ?? color;
  });
}

export interface LinesBand {
  readonly low: Float64Array;
  readonly median: Float64Array;
  readonly high: Float64Array;
}

/** Band of some lines, all [N], at each place, without values that are not numbers; NaN where none is. */
export function bandOf(lines: readonly Float64Array[]): LinesBand {
  const count = lines[0]?.length ?? 0;
  const [low, median, high] = [0, 1, 2].map(() => new Float64Array(count).fill(NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < count; i++) {
    const values = lines.map((line) => line[i] ?? NaN).filter(Number.isFinite);
    values.sort((a, b) => a - b);
    const middle = values.length / 2;
    const [before = NaN, after = NaN] = [values[Math.ceil(middle) - 1], values[Math.floor(middle)]];
    low[i] = values[0] ?? NaN;
    median[i] = (before + after) / 2;
    high[i] = values.at(-1) ?? NaN;
  }
  return { low, median, high };
}

/** Read on the right: shares and percents, where more is better. */
export function isScore(metric: string): boolean {
  return /(^|[/_\- .])(acc(uracy)?|auc|f1|precision|recall|top[-_ ]?[0-9]+)($|[/_\- .@0-9])/i.test(
    metric,
  );
}

/** Named places of all lines, each name and place once. */
export function marksOf(
  landscapes: readonly { readonly marks: readonly NamedPlace[] }[],
): NamedPlace[] {
  const found = new Map<string, NamedPlace>();
  for (const { marks } of landscapes) {
    for (const mark of marks) found.set(`${mark.x} ${mark.name}`, mark);
  }
  return [...found.values()].sort((a, b) => a.x - b.x);
}

export interface LinesReading {
  /** Values of the first metric at each of the places. */
  readonly at: readonly number[];
  readonly minimum: number;
  readonly minimumX: number;
  /**
   * How much the loss between the first and the last place rises above the straight line between
   * both ends (Entezari et al. 2022); NaN without two places.
   */
  readonly barrier: number;
}

/** @param places - along x, rising. */
export function readingOf(
  x: Float64Array,
  loss: Float64Array,
  places: readonly number[],
): LinesReading {
  const grid = { x, y: null, values: loss };
  const at = places.map((place) => valueAt(grid, place));
  let [minimum, minimumX] = [NaN, NaN];
  loss.forEach((value, i) => {
    if (Number.isFinite(value) && !(value >= minimum)) [minimum, minimumX] = [value, x[i] ?? NaN];
  });
  const [from, to] = [places[0] ?? NaN, places.at(-1) ?? NaN];
  const [start, end] = [at[0] ?? NaN, at.at(-1) ?? NaN];
  let barrier = from < to && Number.isFinite(start + end) ? 0 : NaN;
  x.forEach((place, i) => {
    const share = (place - from) / (to - from);
    const value = loss[i] ?? NaN;
    if (!(share >= 0 && share <= 1) || Number.isNaN(value)) return;
    barrier = Math.max(barrier, value - (start + share * (end - start)));
  });
  return { at, minimum, minimumX, barrier };
}
