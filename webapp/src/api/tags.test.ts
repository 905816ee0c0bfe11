import { expect, test } from "vitest";
import { foundTags, tags } from "./tags";

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

test("branches say what is not listed of very many tags; else there are none", () => {
  const scalar = { tags: ["loss"], logged: [0], runs: [[0]] };
  const read = (scalar: object) => tags({ version: 1, runs: ["r0"], kinds: { scalar } }, "tags");
  expect(read(scalar).branches).toEqual([]);
  const branches = [{ prefix: "norm/", tags: 200000 }];
  expect(read({ ...scalar, branches }).branches).toEqual(branches);
});

test("tags that a search found have the ids of their runs", () => {
  const answer = { count: 7, tags: ["a", "b"], runs: ["r0", "r1"], having: [[1], [0, 1]] };
  expect(foundTags(answer, "found")).toEqual({
    count: 7,
    found: [
      { tag: "a", runs: ["r1"] },
      { tag: "b", runs: ["r0", "r1"] },
    ],
  });
  expect(() => foundTags({ ...answer, having: [[2], []] }, "found")).toThrow("found.having[0]");
});
