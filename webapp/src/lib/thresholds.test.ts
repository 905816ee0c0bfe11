import { describe, expect, it } from "vitest";
import {
  bestOf,
  checked,
  draftOf,
  highlightsOf,
  isWithin,
  rangesOf,
  thresholdOf,
  thresholdText,
  type Draft,
  type Join,
  type ThresholdOperator,
  type Threshold,
} from "./thresholds";

const below: Threshold = { less: 1.5 };
const above: Threshold = { greater: 0.2 };
const between: Threshold = { greater: 0.2, less: 1.5, join: "and" };
const outside: Threshold = { less: 0.2, greater: 1.5, join: "or" };
const all = [below, above, between, outside];

describe("thresholdOf", () => {
  it("reads what was written", () => {
    for (const each of all) {
      expect(thresholdOf(JSON.parse(JSON.stringify(each)))).toEqual(each);
    }
  });

  it.each([
    null,
    undefined,
    1.5,
    "(-∞, 1.5)",
    [],
    [1.5],
    {},
    { less: "1.5" },
    { less: null },
    { less: NaN },
    { less: Infinity },
    { less: [1] },
    { less: 1.5, greater: 0.2 },
    { less: 1.5, join: "and" },
    { join: "or" },
    { less: 1.5, greater: 0.2, join: "xor" },
    { less: 1.5, greater: 0.2, join: null },
    // "and" of these would be no value, "or" every one.
    { less: 0.2, greater: 1.5, join: "and" },
    { less: 0.2, greater: 0.2, join: "and" },
    { less: 1.5, greater: 0.2, join: "or" },
    // A later version may write more, which is not to be ignored.
    { less: 1.5, unless: "warmup" },
    JSON.parse('{"less": 1.5, "__proto__": {"greater": 2}}') as unknown,
    JSON.parse('{"less": 1e999}') as unknown,
    { less: { valueOf: () => 1 } },
  ])("takes %j for none", (kept) => {
    expect(thresholdOf(kept)).toBeNull();
  });
});

it("is ranges, rising and open", () => {
  expect(all.map(rangesOf)).toEqual([
    [[-Infinity, 1.5]],
    [[0.2, Infinity]],
    [[0.2, 1.5]],
    [
      [-Infinity, 0.2],
      [1.5, Infinity],
    ],
  ]);
  expect(highlightsOf(between)).toEqual([{ range: [0.2, 1.5] }]);
  expect(highlightsOf(null)).toEqual([]);
});

it("is text as in mathematics", () => {
  expect(all.map(thresholdText)).toEqual([
    "(-∞, 1.5)",
    "(0.2, ∞)",
    "(0.2, 1.5)",
    "(-∞, 0.2) ∪ (1.5, ∞)",
  ]);
  expect(thresholdText({ less: -1e-7 })).toBe("(-∞, -1e-7)");
});

it("no bound is within its own threshold, and NaN is in none", () => {
  const values = [-Infinity, 0, 0.2, 1, 1.5, 2, Infinity, NaN];
  const within = (each: Threshold): number[] => values.filter((value) => isWithin(each, value));
  expect(all.map(within)).toEqual([
    [-Infinity, 0, 0.2, 1],
    [1, 1.5, 2, Infinity],
    [1],
    [-Infinity, 0, 2, Infinity],
  ]);
});

const one = (text: string, operator: ThresholdOperator = "less"): Draft => ({
  first: { operator, text },
  join: null,
  second: { operator: "greater", text: "not looked at" },
});
const two = (first: string, join: Join, second: string): Draft => {
  const typed = (text: string): Draft["first"] => ({
    operator: text.startsWith("<") ? "less" : "greater",
    text: text.slice(1),
  });
  return { first: typed(first), join, second: typed(second) };
};

describe("checked", () => {
  it.each([
    ["1.5", 1.5],
    [" -2 ", -2],
    ["−3", -3],
    ["+.5", 0.5],
    ["5.", 5],
    ["1e-3", 0.001],
    ["1E+3", 1000],
    ["0", 0],
  ])("takes the number %j", (text, value) => {
    expect(checked(one(text)).threshold).toEqual({ less: value });
    expect(checked(one(text, "greater")).threshold).toEqual({ greater: value });
  });

  it.each([
    ["", "missing"],
    ["   ", "missing"],
    ["abc", "notNumber"],
    ["1 5", "notNumber"],
    ["0,5", "notNumber"],
    ["0x10", "notNumber"],
    ["1e", "notNumber"],
    ["--1", "notNumber"],
    ["NaN", "notNumber"],
    ["Infinity", "infinite"],
    ["-inf", "infinite"],
    ["∞", "infinite"],
    ["1e999", "infinite"],
  ])("takes %j for %s", (text, problem) => {
    expect(checked(one(text))).toEqual({
      threshold: null,
      first: problem,
      second: null,
      pair: null,
    });
    expect(checked(two("<1", "and", `>${text}`))).toMatchObject({ first: null, second: problem });
  });

  it.each([
    [two("<1.5", "and", ">0.2"), { greater: 0.2, less: 1.5, join: "and" }],
    [two(">0.2", "and", "<1.5"), { greater: 0.2, less: 1.5, join: "and" }],
    [two("<0.2", "or", ">1.5"), { greater: 1.5, less: 0.2, join: "or" }],
    [two(">1", "or", "<1"), { greater: 1, less: 1, join: "or" }],
  ])("joins two conditions", (draft, threshold) => {
    expect(checked(draft)).toEqual({ threshold, first: null, second: null, pair: null });
  });

  it.each([
    [two("<1", "or", "<2"), "sameOperator"],
    [two(">1", "and", ">2"), "sameOperator"],
    [two("<1.5", "or", ">0.2"), "orOrder"],
    [two("<0.2", "and", ">1.5"), "andOrder"],
    [two("<1", "and", ">1"), "andOrder"],
  ])("reports two conditions that make no sense together", (draft, problem) => {
    expect(checked(draft)).toEqual({ threshold: null, first: null, second: null, pair: problem });
  });
});

it("a threshold that is edited comes back as it was", () => {
  for (const each of all) expect(checked(draftOf(each)).threshold).toEqual(each);
  expect(draftOf(between).first).toEqual({ operator: "greater", text: "0.2" });
  expect(draftOf(null)).toEqual({
    first: { operator: "less", text: "" },
    join: null,
    second: { operator: "greater", text: "" },
  });
});

describe("bestOf", () => {
  it("is beside a threshold, or alone", () => {
    expect(bestOf({ best: "warn" })).toBe("warn");
    expect(thresholdOf({ best: "warn" })).toBeNull();
    const both = { less: 1.5, alert: "error", best: "info" };
    expect(bestOf(both)).toBe("info");
    expect(thresholdOf(both)).toEqual({ less: 1.5, alert: "error" });
  });

  it.each([null, "best", { less: 1 }, { best: "loud" }, { best: "info", less: "x" }])(
    "is not in %j",
    (kept) => {
      expect(bestOf(kept)).toBeNull();
    },
  );

  it("makes no threshold readable that is not", () => {
    expect(thresholdOf({ less: 1.5, best: "loud" })).toBeNull();
  });
});
