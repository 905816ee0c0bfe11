import { expect, test } from "vitest";
import { tags } from "./tags";

test("a tag's runs are given by their positions", () => {
  const kinds = {
    scalar: { tags: ["a", "b"], logged: [1, 0], runs: [[1], [0, 1]] },
    unheard_of: {},
  };
  expect([...tags({ version: 1, runs: ["r0", "r1"], kinds }, "tags").byKind]).toEqual([
    [
      "scalar",
      [
        { tag: "a", logged: 1, runs: ["r1"] },
        { tag: "b", logged: 0, runs: ["r0", "r1"] },
      ],
    ],
  ]);
});

test("runs that are not there, or not of each tag, are refused", () => {
  const read = (runs: number[][]) => () =>
    tags(
      { version: 1, runs: ["r0"], kinds: { scalar: { tags: ["a"], logged: [0], runs } } },
      "tags",
    );
  expect(read([])).toThrow("at tags.kinds.scalar.runs: got 0 items, want 1 items");
  expect(read([[7]])).toThrow("at tags.kinds.scalar.runs[0]: got undefined, want a string");
});
