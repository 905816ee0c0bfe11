import { describe, expect, it } from "vitest";
import { fitting, parseLabels, relabeled, shareOf } from "./labels";

it("reads labels that are divided by commas, each once", () => {
  expect(parseLabels(" good, to publish ,,good，第二\n")).toEqual(["good", "to publish", "第二"]);
  expect(parseLabels(" , ")).toEqual([]);
});

it("says whether all, some or none of the runs have a label", () => {
  const runs = [["a", "b"], ["a"]];
  expect(["a", "b", "c"].map((label) => shareOf(label, runs))).toEqual(["all", "some", "none"]);
});

it("gives and takes labels, and leaves the others in their order", () => {
  const choices = new Map([
    ["new", true],
    ["old", false],
    ["a", true],
  ]);
  expect(relabeled(["b", "old", "a"], choices)).toEqual(["b", "a", "new"]);
});

describe("fitting", () => {
  const width = (label: string) => label.length * 10;

  it("shows all where there is room", () => {
    expect(fitting(["ab", "c"], 30, width, 20)).toEqual({ count: 2, pixels: 30 });
  });

  it("leaves room to say how many more there are", () => {
    expect(fitting(["ab", "c"], 29, width, 9)).toEqual({ count: 1, pixels: 29 });
    expect(fitting(["ab", "c"], 28, width, 9)).toEqual({ count: 0, pixels: 9 });
  });

  it("shows nothing where there is no room at all", () => {
    expect(fitting(["ab"], 5, width, 9)).toEqual({ count: 0, pixels: 0 });
    expect(fitting([], 50, width, 9)).toEqual({ count: 0, pixels: 0 });
  });
});
