/** What events of a profile are, and the color of each sort. */

import { partColor } from "./parts";

/** In the server's order: columns hold positions in it. */
export const CATEGORIES = [
  "operator",
  "annotation",
  "module",
  "python",
  "runtime",
  "kernel",
  "memcpy",
  "memset",
  "communication",
  "step",
  "loader",
  "optimizer",
  "synchronization",
  "device annotation",
  "overhead",
  "instant",
  "other",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Colors of categories that are no part of a step of the same name; all further ones have the color of what is left over. */
const own: Partial<Record<Category, string>> = {
  annotation: "#985e3d",
  module: "#8b46df",
  python: "#009edb",
  step: "#4d65a8",
  loader: partColor("data"),
  synchronization: "#7d8c1f",
  "device annotation": "#b07a5e",
};

export function isCategory(name: string): name is Category {
  return (CATEGORIES as readonly string[]).includes(name);
}

/** A position that this page does not know is something else. */
export function categoryAt(position: number): Category {
  return CATEGORIES[position] ?? "other";
}

/** Colors of the categories, in their order. */
export const CATEGORY_COLORS: readonly string[] = CATEGORIES.map(
  (each) => own[each] ?? partColor(each),
);

/** The categories that columns of positions hold, in the order of all. */
export function categoriesIn(columns: readonly Float64Array[]): readonly Category[] {
  const found = new Set<Category>();
  for (const column of columns) for (const position of column) found.add(categoryAt(position));
  return CATEGORIES.filter((each) => found.has(each));
}
