/** The route of curves of groups of runs. */

import { askWith } from "./ask";
import { floats, ints } from "./columns";
import { flag, number, text } from "./decode";
import { list, object, type Of } from "./shapes";
import type { Axis } from "./scalars";

export type Middle = "mean" | "median";
export const bands = ["std", "sem", "t", "bootstrap", "minmax", "none"] as const;
export type Band = (typeof bands)[number];
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
  readonly band: Band;
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
  without_tag: number,
  x: floats,
  middle: floats,
  low: floats,
  high: floats,
  count: ints,
  interpolated: flag,
  exact: flag,
  singles: list(singleCurve),
});
export type GroupCurves = Of<typeof groupCurves>;

const groups = object({ groups: list(groupCurves) });

/** One entry for each of `query.groups`, in its order. Rejects with an AbortError when aborted. */
export async function fetchGroups(
  query: GroupsQuery,
  signal?: AbortSignal,
): Promise<readonly GroupCurves[]> {
  return groups(await askWith("groups", query, signal), "groups").groups;
}
