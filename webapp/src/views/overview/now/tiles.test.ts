import { expect, it } from "vitest";
import type { Kind } from "../../../api/kinds";
import type { Tag } from "../../../api/tags";
import type { Pictured } from "../../newest";
import { tilesInRow, tilesOf } from "./tiles";

const scalars: Pictured = { view: "scalars", title: "view.scalars", kinds: ["scalar"] };
const curves: Pictured = { view: "curves", title: "view.curves", kinds: ["pr_curve", "roc_curve"] };
const images: Pictured = { view: "images", title: "view.images", kinds: ["image"] };

const logged: Partial<Record<Kind, readonly Tag[]>> = {
  scalar: [
    { tag: "acc", runs: ["a", "b"] },
    { tag: "loss", runs: ["a", "b"] },
  ],
  pr_curve: [{ tag: "pr", runs: ["a"] }],
  roc_curve: [{ tag: "roc", runs: ["a", "b"] }],
};
const tagsOf = (kind: Kind): readonly Tag[] => logged[kind] ?? [];

it("each view that has data is shown by the objective, or by the run that was written to last", () => {
  const tiles = tilesOf([scalars, curves], tagsOf, "loss", ["b", "a"]);
  expect(tiles.map(({ view, kind, tag, runs, tags }) => [view, kind, tag, runs, tags])).toEqual([
    ["scalars", "scalar", "loss", ["b", "a"], 2],
    ["curves", "roc_curve", "roc", ["b", "a"], 2],
  ]);
});

it("where no selected run has the objective, a tag is shown that one has", () => {
  const some = (): readonly Tag[] => [
    { tag: "acc", runs: ["a", "b"] },
    { tag: "value", runs: ["trial"] },
  ];
  const tiles = tilesOf([scalars], some, "value", ["b", "a"]);
  expect(tiles.map(({ tag, runs }) => [tag, runs])).toEqual([["acc", ["b", "a"]]]);
});

it("a tag that has both curves is one tag", () => {
  const both = (): readonly Tag[] => [{ tag: "class 0", runs: ["a"] }];
  const tiles = tilesOf([curves], both, null, ["a"]);
  expect(tiles.map(({ tags }) => tags)).toEqual([1]);
});

it("views without data are distinguished", () => {
  const tiles = tilesOf([images, scalars], tagsOf, null, ["a"]);
  expect(tiles.map(({ view, tag }) => [view, tag])).toEqual([["scalars", "acc"]]);
});

it("a view whose runs are not selected is shown without a picture", () => {
  const tiles = tilesOf([curves], tagsOf, null, []);
  expect(tiles.map(({ tag, runs }) => [tag, runs])).toEqual([["pr", []]]);
});

it("tiles stand in as many rows as they need, none of which is cut off", () => {
  const gap = 8;
  // 7 tiles of 148 pixels and 6 gaps.
  expect(tilesInRow(7, 7 * 148 + 6 * gap, gap)).toBe(7);
  expect(tilesInRow(7, 7 * 148 + 6 * gap - 1, gap)).toBe(4);
  expect(tilesInRow(15, 1076, gap)).toBe(5);
  expect(tilesInRow(2, 1076, gap)).toBe(2);
  expect(tilesInRow(9, 376, gap)).toBeNull();
  expect(tilesInRow(2, 376, gap)).toBe(2);
});
