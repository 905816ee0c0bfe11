/** Direction of a metric: whether less or more of it is better, and who says so. */

import { goalByName } from "./metric-names";
import type { Goal, Table } from "./types";

/** `link`: the address; `declared`: the trials; `answered`: somebody who was asked here; `name`: it is called so. */
export type TableDirection =
  | { readonly goal: Goal; readonly from: "link" | "declared" | "answered" | "name" }
  | { readonly goal: null; readonly from: "nobody" };

/** @param answers - what people have answered, by tag. */
export function directionOf(
  { goals }: Pick<Table, "goals">,
  answers: ReadonlyMap<string, Goal>,
  tag: string,
): TableDirection {
  const [declared, answered, named] = [goals?.get(tag), answers.get(tag), goalByName(tag)];
  if (declared !== undefined) return { goal: declared, from: "declared" };
  if (answered !== undefined) return { goal: answered, from: "answered" };
  return named === null ? { goal: null, from: "nobody" } : { goal: named, from: "name" };
}

/** The answers that were kept as annotations; what is none is as if it were not there. */
export function answersOf(kept: ReadonlyMap<string, unknown>): ReadonlyMap<string, Goal> {
  return new Map(
    [...kept].flatMap(([tag, value]) => {
      const goal: unknown =
        typeof value === "object" && value !== null && "goal" in value ? value.goal : null;
      return goal === "min" || goal === "max" ? [[tag, goal] as const] : [];
    }),
  );
}
