import { expect, test } from "vitest";
import type { DrawnLine } from "./figure";
import { entryOf } from "../../cards/composition/model";
import { highlightsOfTags, thresholdOfLine, thresholdsOf } from "./thresholds";

const line = (key: string, text: string) => ({ key, entry: entryOf(text) }) as unknown as DrawnLine;
const lines = [
  line("0\na", "loss"),
  line("0\nb", "loss"),
  line("1\na", "other"),
  line("2\na", "loss * 2"),
];
const kept = new Map<string, unknown>([
  ["loss", { greater: 90 }],
  ["other", "of a version that knows more"],
]);

test("a threshold is of the lines of its tag, and of no expression", () => {
  const [found, ...others] = thresholdsOf(lines, kept);
  expect(others).toEqual([]);
  expect(found).toEqual({
    tag: "loss",
    threshold: { greater: 90 },
    keys: new Set(["0\na", "0\nb"]),
  });
});

test("each range of it is highlighted over its own lines", () => {
  const outside = new Map([["loss", { less: 1, greater: 2, join: "or" }]]);
  const keys = new Set(["0\na", "0\nb"]);
  expect(highlightsOfTags(thresholdsOf(lines, outside))).toEqual([
    { range: [-Infinity, 1], keys },
    { range: [2, Infinity], keys },
  ]);
});

test("a line is measured by the threshold of its own tag", () => {
  const thresholds = thresholdsOf(lines, kept);
  expect(thresholdOfLine(thresholds, "0\nb")).toEqual({ greater: 90 });
  expect(thresholdOfLine(thresholds, "1\na")).toBeNull();
});
