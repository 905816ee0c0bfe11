/** The route of curves of groups of runs. */

import { each } from "./answers";
import { askWith } from "./ask";
import { asFields, asFlag, asFloats, asInts, asNumber, asText } from "./decode";
import type { Axis } from "./types";

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

export interface SingleCurve {
  readonly run: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Columns are [P], in the order of x. */
export interface GroupCurves {
  /** Runs that have the tag, and those that have not. */
  readonly runs: number;
  readonly without_tag: number;
  readonly x: Float64Array;
  readonly middle: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly count: Int32Array;
  readonly interpolated: boolean;
  readonly exact: boolean;
  readonly singles: readonly SingleCurve[];
}

function singleOf(value: unknown, where: string): SingleCurve {
  const { run, x, y } = asFields(value, where);
  return {
    run: asText(run, `${where}.run`),
    x: asFloats(x, `${where}.x`),
    y: asFloats(y, `${where}.y`),
  };
}

function groupOf(value: unknown, where: string): GroupCurves {
  const group = asFields(value, where);
  const floats = (name: string): Float64Array => asFloats(group[name], `${where}.${name}`);
  return {
    runs: asNumber(group.runs, `${where}.runs`),
    without_tag: asNumber(group.without_tag, `${where}.without_tag`),
    x: floats("x"),
    middle: floats("middle"),
    low: floats("low"),
    high: floats("high"),
    count: asInts(group.count, `${where}.count`),
    interpolated: asFlag(group.interpolated, `${where}.interpolated`),
    exact: asFlag(group.exact, `${where}.exact`),
    singles: each(group.singles, `${where}.singles`, singleOf),
  };
}

/** One entry for each of `query.groups`, in its order. Rejects with an AbortError when aborted. */
export async function fetchGroups(
  query: GroupsQuery,
  signal?: AbortSignal,
): Promise<readonly GroupCurves[]> {
  const answer = asFields(await askWith("groups", query, signal), "groups");
  return each(answer.groups, "groups", groupOf);
}
