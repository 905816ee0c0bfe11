import { expect, it } from "vitest";
import type { LayoutChart } from "../../../api/layouts";
import { chartsCodec } from "../../../cards/composition/codec";
import { type Board, MOST_ITEMS } from "../../../lib/boards/boards";
import { boardOf, categoriesOf, entriesOf, inline, type Lacking } from "./logged";

const chart = (category: string, title: string, more: Partial<LayoutChart> = {}): LayoutChart => ({
  ...{ category, title, tags: [], margins: [], unmatched: [], wrong: [], left_out: 0 },
  ...more,
});
const layoutOf = (...charts: LayoutChart[]) => ({ id: "x", runs: ["a"], charts, left_out: 0 });
const all = (): boolean => true;
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `t${i}`);

it("charts of one category stand together", () => {
  const [one, two, three] = [chart("a", "1"), chart("b", "2"), chart("a", "3")];
  expect(categoriesOf(layoutOf(one, two, three))).toEqual([
    { title: "a", charts: [one, three] },
    { title: "b", charts: [two] },
  ]);
  expect(categoriesOf(layoutOf(chart("default", "1")))[0]?.title).toBe("");
});

it("scalars that no run of the board has stand back behind those that it has", () => {
  const of = (...there: string[]) =>
    entriesOf(chart("a", "b", { tags: ["x", "y z"] }), (tag) => there.includes(tag)).entries.map(
      ({ text }) => text,
    );
  expect(of("x")).toEqual(["x"]);
  expect(of()).toEqual(["x", "`y z`"]);
});

it("a margin is a line in a band", () => {
  const margins = [{ value: "a", low: "a low", high: "b" }];
  const [entry] = entriesOf(chart("a", "b", { margins }), all).entries;
  expect(entry).toMatchObject({ text: "a", band: ["`a low`", "b"] });
});

it("many scalars have colors of their own, and too many are counted", () => {
  const few = entriesOf(chart("a", "b", { tags: numbered(6) }), all);
  expect(few.entries.every(({ color }) => color === null)).toBe(true);
  const many = entriesOf(chart("a", "b", { tags: numbered(50), left_out: 7 }), all);
  expect([many.entries.length, many.leftOut]).toEqual([40, 17]);
  expect(new Set(many.entries.map(({ color }) => color)).size).toBeGreaterThan(6);
});

const named = ({ items }: Board) =>
  items.map((item) => (item.type === "card" ? item.tag : "text" in item ? item.text : ""));

it("a board of one's own has what matches now, and says what does not", () => {
  const noteOf = (lacking: Lacking): string =>
    `${lacking.partial.map(({ title }) => title).join()} ${lacking.leftOut}`;
  const board = boardOf(
    layoutOf(
      chart("a", "1", { tags: ["x"], unmatched: ["z"] }),
      chart("a", "2", { unmatched: ["later"] }),
      chart("b", "3", { wrong: [{ expression: "(", problem: "missing )" }] }),
      chart("a", "4", { tags: ["y"] }),
    ),
    all,
    noteOf,
  );
  expect(named(board)).toEqual(["a", "1", "4", "1,2,3 0"]);
  const texts = board.items.flatMap((item) =>
    item.type === "card"
      ? [chartsCodec.parse(item.settings.charts ?? "")?.[0]?.entries.map(({ text }) => text)]
      : [],
  );
  expect(texts).toEqual([["x"], ["y"]]);
});

it("nothing is said where nothing is lacking", () => {
  const board = boardOf(layoutOf(chart("a", "1", { tags: ["x"] })), all, () => null);
  expect(named(board)).toEqual(["a", "1"]);
});

it("has as many items as a board can, and counts the others", () => {
  const charts = numbered(300).map((title) => chart("a", title, { tags: ["x"] }));
  const board = boardOf(layoutOf(...charts), all, ({ leftOut }) => `${leftOut} more`);
  expect(board.items.length).toBe(MOST_ITEMS);
  expect(named(board).at(-1)).toBe("202 more");
});

it("what a log calls things is no Markdown", () => {
  expect(inline("a_b*c*\n# [x](y) `z`")).toBe("a\\_b\\*c\\* \\# \\[x\\]\\(y\\) \\`z\\`");
});
