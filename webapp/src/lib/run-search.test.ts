import { describe, expect, it } from "vitest";
import { runMatcher } from "./run-search";

const run = {
  names: ["deep/lr=0.1", "", "Baseline"],
  labels: ["good", "To Publish"],
  note: "diverged at the end",
};
const finds = (query: string) => runMatcher(query).test(run);

describe("runMatcher", () => {
  it("finds words in names, labels and notes together, in any order and case", () => {
    expect(finds("GOOD deep diverged base")).toBe(true);
    expect(finds("good shallow")).toBe(false);
    expect(finds("")).toBe(true);
  });

  it("finds a label as a whole", () => {
    expect(finds("label:good")).toBe(true);
    expect(finds("label:goo")).toBe(false);
    expect(finds("label:deep")).toBe(false);
    expect(finds('deep label:"to publish" Label:GOOD')).toBe(true);
    expect(finds("label:good label:bad")).toBe(false);
  });

  it("takes a label that is just being typed for a word", () => {
    expect(finds("label:")).toBe(false);
    expect(runMatcher("label:").test({ ...run, note: "label: yes" })).toBe(true);
  });

  it("matches a regular expression with one name, label or note", () => {
    expect(finds("/0\\.1$/")).toBe(true);
    expect(finds("/^Base/")).toBe(true);
    expect(finds("/^good$/")).toBe(true);
    expect(finds("/deep.*good/s")).toBe(false);
  });

  it("says why a pattern is invalid, and then finds nothing", () => {
    const { test, error } = runMatcher("/lr=(/");
    expect(error).toContain("Invalid regular expression");
    expect(test(run)).toBe(false);
  });
});
