import { expect, it } from "vitest";
import { sections, splitEnd, splitTag, tagsOfKinds, withMore, type KindTag } from "./cards";

const tags: KindTag[] = [
  { kind: "scalar", tag: "lr", runs: ["a"] },
  { kind: "scalar", tag: "loss/test", runs: ["a"] },
  { kind: "scalar", tag: "loss/train", runs: ["b", "a"] },
];

it("has one card per tag with its selected runs, in the order of the runs", () => {
  expect(sections(["scalar"], tags, ["a", "b"], "tag")).toEqual([
    {
      name: "loss",
      cards: [
        { key: "loss/test", kind: "scalar", tag: "loss/test", runs: ["a"] },
        { key: "loss/train", kind: "scalar", tag: "loss/train", runs: ["a", "b"] },
      ],
    },
    { name: "", cards: [{ key: "lr", kind: "scalar", tag: "lr", runs: ["a"] }] },
  ]);
});

it("keeps the card of a tag that no selected run has, so that it can say so", () => {
  expect(sections(["scalar"], tags, ["b"], "tag")[1]?.cards).toEqual([
    { key: "lr", kind: "scalar", tag: "lr", runs: [] },
  ]);
});

it("has one card per tag and run", () => {
  const keys = sections(["scalar"], tags, ["a", "b"], "series").flatMap(({ cards }) =>
    cards.map(({ key }) => key),
  );
  expect(keys).toEqual(["loss/test\na", "loss/train\na", "loss/train\nb", "lr\na"]);
});

it("has a card for tags that a view puts together, and says which they are", () => {
  const group = {
    kind: "scalar" as const,
    tag: "loss/*",
    runs: ["a"],
    members: ["loss/0", "loss/1"],
  };
  expect(sections(["scalar"], [group], ["a"], "series")).toEqual([
    {
      name: "loss",
      cards: [
        { key: "loss/*\na", kind: "scalar", tag: "loss/*", runs: ["a"], members: group.members },
      ],
    },
  ]);
});

it("has a card for each kind that a tag comes in, side by side and with different keys", () => {
  const byKind = {
    scalar: [{ tag: "b", runs: ["r"] }],
    image: [
      { tag: "a", runs: [] },
      { tag: "b", runs: ["r"] },
    ],
  };
  const both = tagsOfKinds(["scalar", "image"], (kind) => byKind[kind as keyof typeof byKind]);
  const cards = sections(["scalar", "image"], both, ["r"], "series").flatMap((each) => each.cards);
  expect(cards.map(({ kind, key }) => [kind, key])).toEqual([
    ["scalar", "b\nr"],
    ["image", "image\nb\nr"],
  ]);
});

it("splits a tag at its first slash", () => {
  expect(splitTag("a/b/c")).toEqual({ group: "a/", name: "b/c" });
  expect(splitTag("lr")).toEqual({ group: "", name: "lr" });
});

it("keeps the end of a long name, at which layers differ", () => {
  expect(splitEnd("encoder.layers.11.linear1.weight")).toEqual({
    start: "encoder.layers.11.li",
    end: "near1.weight",
  });
  expect(splitEnd("conv1.weight")).toEqual({ start: "", end: "conv1.weight" });
});

it("has tags beside those that are listed, each once", () => {
  const tag = (name: string, ...runs: string[]) => ({ kind: "scalar" as const, tag: name, runs });
  const listed = [tag("layers.10", "a"), tag("loss", "a")];
  expect(withMore(listed, [])).toBe(listed);
  const both = withMore(listed, [tag("loss", "b"), tag("layers.2", "b")]);
  expect(both.map((each) => each.tag + each.runs.join())).toEqual([
    "layers.2b",
    "layers.10a",
    "lossa",
  ]);
});
