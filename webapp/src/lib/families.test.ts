import { expect, it } from "vitest";
import { familiesOf } from "./families";

const numbered = (count: number, name: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => name(i));
const shown = (tags: readonly string[]) =>
  familiesOf(tags).map(({ pattern, title, members }) => [pattern, title, members.length]);

it("gathers tags that differ in one number, each statistic for itself", () => {
  const tags = [
    ...numbered(12, (i) => `act/layers.${i}.rms`),
    ...numbered(12, (i) => `act/layers.${i}.max`),
    "act/total",
  ];
  expect(shown(tags)).toEqual([
    ["act/layers.*.rms", "act/layers.{0…11}.rms", 12],
    ["act/layers.*.max", "act/layers.{0…11}.max", 12],
  ]);
});

it("has them by their numbers, as they are written", () => {
  const [family] = familiesOf(["b/10", "b/9", "b/08", "b/1", "b/2", "b/3"]);
  expect(family?.members.map(({ number }) => number)).toEqual(["1", "2", "3", "08", "9", "10"]);
});

it("leaves few of a kind as curves", () => {
  expect(shown(["eval/rouge1", "eval/rouge2", "top-1", "top-5"])).toEqual([]);
  expect(shown(numbered(5, (i) => `gpu.${i}.busy`))).toEqual([]);
});

it("takes the number that has more values where there are two, and each tag once", () => {
  const tags = numbered(64, (i) => `moe/layers.${i >> 3}.experts.${i & 7}.load`);
  const more = numbered(96, (i) => `moe/layers.${i >> 3}.experts.${i & 7}.load`);
  expect(familiesOf(tags)).toHaveLength(8);
  const all = familiesOf(more);
  expect(all.map(({ members }) => members.length)).toEqual([12, 12, 12, 12, 12, 12, 12, 12]);
  expect(all[0]?.title).toBe("moe/layers.{0…11}.experts.0.load");
  expect(new Set(all.flatMap(({ members }) => members.map(({ tag }) => tag))).size).toBe(96);
});

it("has nothing of no tags, and of tags without numbers", () => {
  expect(shown([])).toEqual([]);
  expect(shown(["a", "b/c"])).toEqual([]);
});
