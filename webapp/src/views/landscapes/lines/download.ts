/** Lines as rows of a file, with every digit. */

import type { FileRows } from "../files";
import type { LinesDrawn } from "./figure";

/** One row for each point of each line; the first has the titles. Empty: the line has no such metric. */
export function lineRows(all: readonly LinesDrawn[]): FileRows {
  const lines = all.flatMap(({ name, landscapes }) => landscapes.map((each) => ({ name, each })));
  const metrics = [...new Set(lines.flatMap(({ each }) => each.metrics))];
  const rows = lines.flatMap(({ name, each }) => {
    const { tag, step, directions, x, values, done } = each;
    return Array.from(x, (at, i) => [
      ...[name, tag, step, directions.seed ?? undefined, at],
      ...metrics.map((metric) => (done[i] === 1 ? values.get(metric)?.[i] : undefined)),
    ]);
  });
  return [["run", "tag", "step", "seed", "x", ...metrics], ...rows];
}
