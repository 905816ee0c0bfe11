/**
 * Twice as many runs, tags, steps or columns take at most two and a half times the work.
 *
 * Work is counted, not timed: how often each statement of our own code is run, and how many items those methods of arrays
 * look at that go over them without calling back.
 */

import type { FileCoverageData } from "istanbul-lib-coverage";
import { expect, it } from "vitest";
import type { KindTag } from "./cards/page/cards";
import { sections } from "./cards/page/cards";
import { chosenTags } from "./cards/page/choice";
import { firstTags } from "./cards/composition/model";
import { chartSizes, layout } from "./cards/page/layout";
import { tooltipRows, tooltipTable } from "./cards/scalars/tooltip";
import { series } from "./cards/scalars/testing";
import { unionSteps } from "./cards/steps/steps";
import { deciding } from "./charts/common/diverged";
import { squeezing } from "./charts/line/squeeze";
import { assignColors, assignDashes } from "./lib/colors";
import { aligned } from "./lib/expressions/align";
import { mergeGrowth } from "./lib/growth";
import { groupTags } from "./lib/groups";
import { shortNames, distinguishingWords, distinguished } from "./lib/names";
import { runMatcher } from "./lib/run-search";
import { treeRows } from "./lib/run-tree";
import { usualMetrics } from "./lib/table/asked";
import { colorsBy } from "./lib/table/colors";
import { evaluate } from "./lib/table/evaluate";
import { passing } from "./lib/table/filters";
import { sortRows } from "./lib/table/order";
import { parseQuery } from "./lib/table/parse";
import { rowsByKey } from "./lib/table/rows";
import { bestFirst, numbersOfRuns } from "./lib/table/runs";
import { summaryOf } from "./lib/table/summary";
import { column, metric, table } from "./lib/table/testing";
import { distinctTitles } from "./lib/table/write";
import { grown, newAskedEntry } from "./state/series-requests";
import { groupRuns, byColumn } from "./lib/grouping";
import { firstTags as firstPictures, lastTrials } from "./views/overview/runs/run-rows";
import { arranged, shownColumns } from "./views/trials/arrange";

/** Items that methods of arrays looked at by themselves. */
let looked = 0;

type Method = (this: ArrayLike<unknown>, ...given: unknown[]) => unknown;

/** Counts how many items a method looks at. @returns how to end it. */
function counted(
  owner: object,
  name: string,
  itemsOf: (self: ArrayLike<unknown>, result: unknown) => number,
): () => void {
  const known = Object.getOwnPropertyDescriptor(owner, name);
  const method = known?.value as Method;
  const own: Method = function (...given) {
    const before = this.length;
    const result = method.apply(this, given);
    looked += Math.max(itemsOf(this, result), name === "splice" ? before : 0);
    return result;
  };
  Object.defineProperty(owner, name, { ...known, value: own });
  return () => Object.defineProperty(owner, name, known ?? {});
}

const arrays = Array.prototype;
const numbers = Object.getPrototypeOf(Float64Array.prototype) as object;

function counting(): () => void {
  const upTo = (self: ArrayLike<unknown>, at: unknown): number =>
    typeof at === "number" && at >= 0 ? at + 1 : self.length;
  const all = (self: ArrayLike<unknown>): number => self.length;
  const result = (_: unknown, made: unknown): number => (made as ArrayLike<unknown>).length;
  const ends = [
    ...["indexOf", "lastIndexOf"].flatMap((name) => [
      counted(arrays, name, upTo),
      counted(numbers, name, upTo),
    ]),
    counted(arrays, "includes", all),
    counted(arrays, "splice", all),
    counted(arrays, "unshift", all),
    counted(arrays, "join", all),
    ...["slice", "concat", "with"].map((name) => counted(arrays, name, result)),
    counted(numbers, "slice", result),
  ];
  return () => ends.forEach((end) => end());
}

declare global {
  /** What vitest.config.ts has counted in every module of our own. */
  var __coverage__: Record<string, FileCoverageData>;
}

/** How often statements, functions and branches were run so far, all together. */
function countedSoFar(): number {
  return Object.values(globalThis.__coverage__)
    .flatMap(({ s, f, b }) =>
      [s, f, b].flatMap((counts) => Object.values<number | number[]>(counts).flat()),
    )
    .reduce((sum, count) => sum + count, 0);
}

function workOf(run: () => unknown): number {
  const before = countedSoFar();
  looked = 0;
  const end = counting();
  try {
    run();
  } finally {
    end();
  }
  return looked + countedSoFar() - before;
}

/** So many of them at first. */
const few = 400;

const list = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));
const names = (n: number): string[] => list(n, (i) => `group${i % 20}/sub/layer${i}.weight`);
const ids = (n: number): string[] => list(n, (i) => `run${i}`);
const named = (n: number) =>
  list(n, (i) => ({ id: `run${i}`, name: `sweep/lr=${i}/seed`, started: i }));
const rows = (n: number): Int32Array => Int32Array.from(list(n, (i) => i));
const cells = (n: number): number[] => list(n, (i) => (i * 7919) % 1009);
const words = (n: number): string[] => list(n, (i) => `word${(i * 7919) % 10007}`);
const wide = (n: number) => table(list(n, (i) => column(`lr${i}`, [1, 2])));
const long = (n: number) => table([column("lr", cells(n)), metric("loss", cells(n))]);
const columnsOf = (of: ReturnType<typeof table>) => (key: string) =>
  of.columns.find((each) => each.key === key);
const tags = (n: number): KindTag[] =>
  names(n).map((tag) => ({ kind: "scalar", tag, runs: ["run0", "run1"], points: 1 }) as KindTag);
const hover = (n: number) => ({
  x: 3,
  client: { x: 0, y: 0 },
  indexes: list(n, () => 3),
  distances: cells(n),
  apart: list(n, () => false),
  nearest: 0,
});
const lookOf = (run: string) => ({ name: run, color: "" });
const growth = (n: number) => ({
  run: "a",
  series: names(n).map((tag) => ({ kind: "scalar" as const, tag })),
});

/** What is given is made before the work is counted. */
function of<T>(make: (n: number) => T, run: (made: T) => unknown): (n: number) => () => unknown {
  return (n) => {
    const made = make(n);
    return () => run(made);
  };
}

const cases: Readonly<Record<string, (n: number) => () => unknown>> = {
  "tags in groups": of(names, groupTags),
  "tags as sections of cards": of(tags, (made) => sections(["scalar"], made, ["run0"], "tag")),
  "runs in a card": of(ids, (runs) =>
    sections(
      ["scalar"],
      [{ kind: "scalar", tag: "loss", runs } as unknown as KindTag],
      runs,
      "series",
    ),
  ),
  "cards in rows": of(tags, (made) =>
    layout(sections(["scalar"], made, ["run0"], "tag"), new Set(), 1400, chartSizes.medium),
  ),
  "tags that are chosen": of(names, (made) => chosenTags({ kind: "only", tags: made }, made)),
  "tags for a first chart": of(
    (n) => list(n, (i) => ({ tag: `train${i}/loss${i}`, runs: ["a"] })),
    (made) => firstTags(made as never),
  ),
  "metrics that are shown at first": of(names, (made) => usualMetrics([], made)),
  "runs with colors": of(named, (made) => assignColors(made)),
  "runs with dashes": of(named, (made) => assignDashes(made, assignColors(made))),
  "runs with short names": of(names, shortNames),
  "runs with distinctive words": of(
    (n) => list(n, (i) => `sgd-lr${i}-width64`),
    (made) => distinguishingWords(made, 8, (text) => text.length),
  ),
  "runs that are called the same": of(
    (n) => list(n, (i) => ({ given: "run", path: `a/b${i}/run`, tools: [] })),
    distinguished,
  ),
  "runs in a tree": of(
    (n) =>
      list(n, (i) => ({
        id: `run${i}`,
        name: `a/run${i}`,
        path: `a/${i % 9}/run${i}`,
        given: null,
      })),
    (made) => treeRows(made as never, () => false),
  ),
  "runs that are searched": of(names, (made) => {
    const matcher = runMatcher("layer1");
    return made.filter((name) => matcher.test({ names: [name], labels: [], note: "" }));
  }),
  "runs that diverged": of(
    (n) => list(n, (i) => ({ y: Float64Array.of(2, 1, i % 7), endsWithout: i % 9 === 0 })),
    deciding,
  ),
  "points of a curve that may have diverged": of(
    (n) => [
      { y: Float64Array.from(cells(n)), endsWithout: true },
      { y: Float64Array.of(1, 2), endsWithout: false },
    ],
    deciding,
  ),
  "curves that may squeeze the others": of(
    (n) => list(n, (i) => [0, i] as const),
    (made) => squeezing(made, false),
  ),
  "rows at the cursor": of(
    (n) => ids(n).map((run) => series(run, [1, 2, 3, 4])),
    (made) =>
      tooltipTable(
        tooltipRows(made, lookOf, { order: "best", goal: "min" } as never, hover(made.length)),
        10,
        "min",
      ),
  ),
  "steps of a series": of(
    (n) =>
      list(2, (i) => ({
        step: Float64Array.from(list(n, (s) => 2 * s + i)),
        walltime: new Float64Array(n),
      })),
    unionSteps,
  ),
  "series with steps of their own": of(
    (n) =>
      list(n, (i) => ({
        step: Float64Array.of(i, n + i, 2 * n + i),
        walltime: new Float64Array(3),
      })),
    unionSteps,
  ),
  "series of an expression": of(
    (n) => list(n, (i) => ({ x: Float64Array.of(0, 1, 2), y: Float64Array.of(i, 1, 2) })),
    aligned,
  ),
  "series that grew": of(growth, (made) => mergeGrowth(made, made)),
  "series that are asked for again": of(
    (n) => ({
      entries: names(n).map((tag) => newAskedEntry("scalar", "a", tag)),
      growth: growth(n),
    }),
    (made) => grown(made.entries, [made.growth as never]),
  ),
  "rows that are sorted": of(long, (made) =>
    sortRows(
      rows(made.rows),
      [{ key: made.columns[0]?.key ?? "", descending: true }],
      columnsOf(made),
    ),
  ),
  "rows with words that are sorted": of(
    (n) => table([column("name", words(n))]),
    (made) =>
      sortRows(
        rows(made.rows),
        [{ key: made.columns[0]?.key ?? "", descending: true }],
        columnsOf(made),
      ),
  ),
  "rows that are filtered": of(long, (made) =>
    passing(
      made.rows,
      new Map([[made.columns[0]?.key ?? "", { kind: "range", from: 1, to: 5 }]]),
      columnsOf(made),
    ),
  ),
  "rows of a filter of many values": of(
    (n) => table([column("name", words(n))]),
    (made) =>
      passing(
        made.rows,
        new Map([
          [made.columns[0]?.key ?? "", { kind: "set", values: words(made.rows), missing: false }],
        ]),
        columnsOf(made),
      ),
  ),
  "rows of a query": of(long, (made) => {
    const query = parseQuery("lr < 500 and not lr > 3", () => true);
    const columnOf = () => made.columns[0];
    return query && evaluate(query, { rows: made.rows, columns: made.columns, columnOf });
  }),
  "names in a query": of(
    (n) => list(n / 8, (i) => `lr < ${i}`).join(" or "),
    (made) => parseQuery(made, () => true),
  ),
  "rows with colors by value": of(long, (made) =>
    colorsBy(made.columns[0] ?? column("", []), rows(made.rows), "light"),
  ),
  "rows with keys": of(long, rowsByKey),
  "rows of runs, the best first": of(long, (made) =>
    bestFirst(
      made.runs,
      numbersOfRuns(made, made.columns[1] ?? column("", []), "min"),
      "min",
      () => true,
    ),
  ),
  "values of a column": of(long, (made) => summaryOf(made.columns[0] ?? column("", []))),
  "rows of runs, their last trials": of(long, lastTrials),
  "runs in groups": of(long, (made) =>
    groupRuns(
      made,
      [byColumn(made.columns[0] ?? column("", []), [...rows(made.rows)], 4)],
      () => true,
      "several",
    ),
  ),
  "columns in an order": of(words, (made) =>
    arranged(made, [...made].reverse().slice(0, made.length / 2)),
  ),
  "columns that come later": of(words, (made) => arranged(made, made.slice(0, 1))),
  "columns that are shown": of(wide, (made) => shownColumns(made.columns, [], [], [], [])),
  "columns with distinct titles": of(wide, (made) =>
    distinctTitles(
      made.columns,
      ({ name }) => name,
      ({ group }) => group,
    ),
  ),
  "tags with pictures": of(tags, (made) => firstPictures(made as never)),
};

it.each(Object.entries(cases))("twice as many take no more: %s", (_, prepare) => {
  const once = workOf(prepare(few));
  const twice = workOf(prepare(2 * few));
  expect(once, "what is counted").toBeGreaterThan(few / 10);
  expect(twice / once).toBeLessThan(2.5);
});
