/** The lines of the table: its runs, and where they are grouped a head above those of each group. */

import type { RunGroup } from "../grouping";
import { collect } from "../groups";

export interface RunLine {
  readonly type: "run";
  readonly row: number;
  readonly depth: number;
}

export interface GroupLine {
  readonly type: "group";
  /** The same as long as its meaning is. */
  readonly key: string;
  /** Of what divides the runs there; empty: that has none. */
  readonly name: string;
  readonly word: string;
  readonly depth: number;
  /** Of its runs, in the table's order. */
  readonly rows: readonly number[];
  /** Whose curve stands for it; null: it is divided further, and has none. */
  readonly group: RunGroup | null;
  readonly isOpen: boolean;
}

export type Line = RunLine | GroupLine;

interface Grouped {
  readonly groups: readonly RunGroup[];
  /** Of what divides the runs, by depth. */
  readonly names: readonly string[];
  readonly runOf: (row: number) => string;
  readonly isOpen: (key: string, depth: number) => boolean;
  /** Of a group: less stands first, null last; equals as their first runs stand. */
  readonly placeOf: (rows: readonly number[]) => number | null;
}

/**
 * Groups that hold one run and are within another group are that run: a head would say nothing more.
 * @param rows - one for each run, in the table's order.
 */
export function linesOf(rows: Int32Array, grouped: Grouped | null): readonly Line[] {
  if (grouped === null) return Array.from(rows, (row) => ({ type: "run", row, depth: 0 }));
  const { runOf, groups } = grouped;
  const groupOf = new Map(
    groups.flatMap((group) => group.runs.map((run) => [run, group] as const)),
  );
  return linesWithin([...rows], 0, "", grouped, (row) => groupOf.get(runOf(row)));
}

function linesWithin(
  rows: readonly number[],
  depth: number,
  path: string,
  grouped: Grouped,
  groupOf: (row: number) => RunGroup | undefined,
): readonly Line[] {
  const runLine = (row: number): RunLine => ({ type: "run", row, depth });
  const members = collect(rows, (row) => groupOf(row)?.words[depth]);
  const alone = (members.get(undefined) ?? []).map(runLine);
  members.delete(undefined);
  const heads = [...members].map(([word = "", own]) => ({
    word,
    own,
    place: grouped.placeOf(own) ?? Infinity,
  }));
  // Not their difference: that of two infinities is no number.
  heads.sort((one, other) => (one.place < other.place ? -1 : Number(one.place > other.place)));
  const lines = heads.flatMap(({ word, own }): readonly Line[] => {
    const [first = -1] = own;
    if (own.length === 1 && depth > 0) return [runLine(first)];
    const key = `${path}/${word.replace(/[\\/]/g, "\\$&")}`;
    const isOpen = grouped.isOpen(key, depth);
    const whole = groupOf(first) ?? null;
    const group = whole?.words.length === depth + 1 ? whole : null;
    const name = grouped.names[depth] ?? "";
    const head: GroupLine = { type: "group", key, name, word, depth, rows: own, group, isOpen };
    if (!isOpen) return [head];
    return [head, ...linesWithin(own, depth + 1, key, grouped, groupOf)];
  });
  return [...lines, ...alone];
}
