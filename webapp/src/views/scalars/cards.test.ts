import { expect, it } from "vitest";
import { sections, splitTag } from "./cards";

const tags = [
  { tag: "lr", runs: ["a"] },
  { tag: "loss/test", runs: ["a"] },
  { tag: "loss/train", runs: ["b", "a"] },
];

it("has one card per tag with its selected runs, in the order of the runs", () => {
  expect(sections(tags, ["a", "b"], "tag")).toEqual([
    {
      name: "loss",
      cards: [
        { key: "loss/test", tag: "loss/test", runs: ["a"] },
        { key: "loss/train", tag: "loss/train", runs: ["a", "b"] },
      ],
    },
    { name: "", cards: [{ key: "lr", tag: "lr", runs: ["a"] }] },
  ]);
});

it("keeps the card of a tag that no selected run has, so that it can say so", () => {
  expect(sections(tags, ["b"], "tag")[1]?.cards).toEqual([{ key: "lr", tag: "lr", runs: [] }]);
});

it("has one card per tag and run", () => {
  const keys = sections(tags, ["a", "b"], "series").flatMap(({ cards }) =>
    cards.map(({ key }) => key),
  );
  expect(keys).toEqual(["loss/test\na", "loss/train\na", "loss/train\nb", "lr\na"]);
});

it("splits a tag at its first slash", () => {
  expect(splitTag("a/b/c")).toEqual({ group: "a/", name: "b/c" });
  expect(splitTag("lr")).toEqual({ group: "", name: "lr" });
});
