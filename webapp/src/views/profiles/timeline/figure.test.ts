import { expect, test } from "vitest";
import { finding, flowsOf, lanesOf, placesOf, selectedOf } from "./figure";

const lane = { process: "1", thread: "7", kind: "thread", device: -1 };

test("lanes without events are left out, and keep their numbers", () => {
  const all = [
    { ...lane, label: "", events: 0, levels: 0 },
    { ...lane, label: "", events: 3, levels: 2 },
    { ...lane, label: "stream 7", events: 1, levels: 1 },
  ];
  const lanes = lanesOf(all, ["1"], ({ events }) => `${events}`);
  expect(lanes.map(({ index, label, isClosed }) => [index, label, isClosed])).toEqual([
    [1, "1 7", true],
    [2, "stream 7", false],
  ]);
});

const slices = {
  names: ["mm"],
  lane: Float64Array.of(0, 1),
  depth: Float64Array.of(2, 1),
  from: Float64Array.of(10, 30),
  to: Float64Array.of(20, 40),
  name: Float64Array.of(0, 0),
  colors: ["#306ce2"],
  color: Float64Array.of(0, 0),
  event: Float64Array.of(5, 9),
  covered: Float64Array.of(1, 1),
  count: Float64Array.of(1, 1),
};
const described = {
  event: 5,
  name: "mm",
  category: "operator",
  lane: 0,
  start: 10,
  duration: 10,
  self_ns: 10,
  depth: 2,
  step: null,
  phase: null,
  module: null,
  shapes: null,
  place: null,
  flops: null,
  bytes: null,
  args: null,
  parents: [],
  children: 0,
  launched: [{ event: 9, name: "gemm", lane: 1, start: 30, duration: 10 }],
  launched_by: null,
  forward: { event: 2, name: "mm", lane: 0, start: 0, duration: 4 },
  backward: [],
  kernel: null,
};

test("what is selected is where it lies, before the server describes it and after", () => {
  const where = { event: 5, lane: 0, depth: 2, start: 10, end: 20 };
  expect(selectedOf(5, null, slices)).toEqual(where);
  expect(selectedOf(5, described, null)).toEqual(where);
  expect(selectedOf(6, described, slices)).toBeNull();
  expect(selectedOf(null, described, slices)).toBeNull();
});

test("lines lead to what was launched, and from the forward operator", () => {
  const flows = flowsOf(described, slices);
  expect(
    flows.map(({ fromTime, toLane, toDepth, toTime }) => [fromTime, toLane, toDepth, toTime]),
  ).toEqual([
    [20, 1, 1, 30],
    [4, 0, 2, 10],
  ]);
});

test("names are found by words in any case, or by an expression in a given one", () => {
  expect(finding("MM aten")?.("aten::mm")).toBe(true);
  expect(finding("^mm")?.("aten::mm")).toBe(false);
  expect(finding("/^aten::m+$/")?.("aten::mm")).toBe(true);
  expect(finding("/MM/")?.("aten::mm")).toBe(false);
  expect(finding("/(/")).toBeNull();
  expect(finding(" ")).toBeNull();
});

test("places of what is found are ranges", () => {
  const names = ["a", "b", "b", "a", "b"];
  expect(placesOf(names, (name) => name === "b")).toBe("1-2,4");
  expect(placesOf(names, () => true)).toBe("0-4");
  expect(placesOf(names, () => false)).toBe("");
});
