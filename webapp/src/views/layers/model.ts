/** What the Layers view makes of answers. */

import type { TagCells, Outlier } from "../../api/layers";

/** Of the values of cells so many stay beyond the ends of their colors, at each end. */
const BEYOND = 0.005;

/** The finite values of cells but for the farthest, which decide what the colors mean. */
export function decidingValues({ values, tag_places }: TagCells): Float64Array {
  const there = values.filter((value, i) => (tag_places[i] ?? -1) >= 0 && Number.isFinite(value));
  there.sort();
  const left = Math.floor(there.length * BEYOND);
  return there.subarray(left, there.length - left);
}

/** A row of cells: how many tags share it. */
export function tagsInRow({ first_tags, tags }: TagCells, row: number): number {
  return (first_tags[row + 1] ?? tags) - (first_tags[row] ?? 0);
}

/** Whether a row has no more than one tag, and a column no more than one step. */
export function sharing({ tags, all_steps, row_tags, first_steps }: TagCells): {
  readonly rows: boolean;
  readonly columns: boolean;
} {
  return { rows: tags > row_tags.length, columns: all_steps > first_steps.length };
}

/** The branches on the way to a prefix, each with its own prefix; without the root. */
export function crumbs(
  prefix: string,
): readonly { readonly name: string; readonly prefix: string }[] {
  const names = prefix.split("/").slice(0, -1);
  return names.map((name, i) => ({ name, prefix: `${names.slice(0, i + 1).join("/")}/` }));
}

/** The number that an outlier is listed with; null: it is not finite. */
export function distanceOf({ why, usual, largest }: Outlier): number | null {
  return why === "not_finite" ? null : why === "all_along" ? usual : largest;
}
