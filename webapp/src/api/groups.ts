/** The route of curves of groups of runs. */

import { askWith } from "./ask";
import { floats, ints } from "./columns";
import { flag, number, text } from "./decode";
import { choice, list, nullable, object, type Of } from "./shapes";
import type { Axis } from "./scalars";

export type Middle = "mean" | "median";
export const bands = ["std", "sem", "t", "bootstrap", "quartiles", "minmax", "none"] as const;
export type Band = (typeof bands)[number];
/** The bands that are around a median. */
export const bandsOfMedian: readonly Band[] = ["bootstrap", "quartiles", "minmax", "none"];
export type GroupAxis = Exclude<Axis, "wall"> | "tag";

export interface GroupsQuery {
  readonly tag: string;
  /** Ids of runs. */
  readonly groups: readonly (readonly string[])[];
  readonly axis: GroupAxis;
  /** The scalar along which axis `tag` goes. */
  readonly x_tag: string | null;
  readonly smoothing: number;
  readonly middle: Middle;
  /** `auto`: the one that fits the smallest group. */
  readonly band: Band | "auto";
  readonly level: number;
  readonly range: readonly [number | null, number | null];
  readonly pixels: number;
  /** So many single curves at most. */
  readonly singles: number;
}

const singleCurve = object({ run: text, x: floats, y: floats });
export type SingleCurve = Of<typeof singleCurve>;

/** Columns are [P], in the order of x. */
const groupCurves = object({
  /** Runs that have the tag, and those that have not. */
  runs: number,
  /** How many of the former have a finite value at all. */
  finite: number,
  without_tag: number,
  x: floats,
  middle: floats,
  low: floats,
  high: floats,
  count: ints,
  /** Runs that end in values that are not finite, and x of the first of these. */
  turned: number,
  turned_from: nullable(number),
  /** Other runs that end before the group does, and where the first of them ends. */
  early: number,
  early_from: nullable(number),
  interpolated: flag,
  exact: flag,
  singles: list(singleCurve),
});
export type GroupCurves = Of<typeof groupCurves>;

const groups = object({ band: choice(bands), groups: list(groupCurves) });
/** One entry for each of `query.groups`, in its order, and the band of all. */
export type GroupsAnswer = Of<typeof groups>;

/** Rejects with an AbortError when aborted. */
export async function fetchGroups(query: GroupsQuery, signal?: AbortSignal): Promise<GroupsAnswer> {
  return groups(await askWith("groups", query, signal), "groups");
}
