/** Many scalars of one run together: as cells of tags by steps, and which of them are unlike the others. */

import { ask } from "./ask";
import { floats, sameLength } from "./columns";
import { flag, number, text } from "./decode";
import { choice, list, mapped, nullable, object, type Of } from "./shapes";

/** What cells show. */
export const STATISTICS = ["value", "magnitude", "change", "quantile"] as const;
export type CellStatistic = (typeof STATISTICS)[number];

/** Which scalars. */
export interface LayerQuestion {
  /** Id of the run. */
  readonly run: string;
  /** What the tags begin with: empty, or it ends in a slash. */
  readonly prefix: string;
  /** Words, or `/regular expression/`; empty: all tags. */
  readonly search: string;
}

const layers = mapped(
  object({
    /** That the run has of those that are asked for. */
    tags: number,
    /** Different steps of them. */
    all_steps: number,
    /** The first tag of each row, [R]. */
    row_tags: list(text),
    /** Its place among the tags, [R]. */
    first_tags: floats,
    /** Of each column, [C]. */
    first_steps: floats,
    last_steps: floats,
    /** [R, C]: of each cell the value that is farthest from the median of the tags at its step. */
    values: floats,
    /** [R, C]: the place of the tag whose value it is; -1: there is nothing. */
    tag_places: floats,
    /** [R, C]: its step. */
    steps: floats,
  }),
  (answer, where) => {
    const { row_tags, first_tags, first_steps, last_steps, values, tag_places, steps } = answer;
    sameLength(where, { row_tags, first_tags });
    sameLength(where, { first_steps, last_steps });
    sameLength(where, { values, tag_places, steps });
    return answer;
  },
);
export type TagCells = Of<typeof layers>;

export async function fetchLayers(
  question: LayerQuestion,
  statistic: CellStatistic,
  rows: number,
  columns: number,
  signal: AbortSignal,
): Promise<TagCells> {
  const sizes = { rows: String(rows), columns: String(columns) };
  const query = new URLSearchParams({ ...question, statistic, ...sizes });
  return layers(await ask(`layers?${query}`, { signal }), "layers");
}

const tagsAt = object({ tags: list(text) });

/** The tag at a place of an answer. */
export async function fetchTagAt(
  question: LayerQuestion,
  at: number,
  signal: AbortSignal,
): Promise<string> {
  const query = new URLSearchParams({ ...question, at: String(at) });
  return tagsAt(await ask(`layers/tags?${query}`, { signal }), "tags").tags[0] ?? "";
}

const outliers = object({
  /** That are compared; fewer than 8 are not. */
  tags: number,
  /** Their logarithms are compared. */
  is_log: flag,
  count: number,
  /** Those that stand out first. */
  outliers: list(
    object({
      tag: text,
      why: choice(["not_finite", "all_along", "at_a_step"]),
      /** Distances in robust standard deviations; null: none of its values is finite. */
      usual: nullable(number),
      largest: nullable(number),
      largest_step: nullable(number),
      not_finite: number,
      first_not_finite: nullable(number),
    }),
  ),
});
export type Outliers = Of<typeof outliers>;
export type Outlier = Outliers["outliers"][number];

export async function fetchOutliers(
  question: LayerQuestion,
  signal: AbortSignal,
): Promise<Outliers> {
  const query = new URLSearchParams({ ...question });
  return outliers(await ask(`layers/outliers?${query}`, { signal }), "outliers");
}
