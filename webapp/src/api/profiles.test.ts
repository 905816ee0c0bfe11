import { expect, test } from "vitest";
import { columns, numbersOf, textsOf } from "./profile-columns";
import { overview, slices, table } from "./profiles";
import { f8, i8 } from "./testing";

const timed = {
  name: ["aten::mm", "aten::add"],
  calls: i8(4, 2),
  self_ns: i8(900, 100),
  total_ns: i8(900, 100),
  device_self_ns: i8(0, 0),
  device_total_ns: i8(0, 0),
};

test("a table has its columns by name, with whatever it was grouped by", () => {
  const answer = {
    columns: { ...timed, shapes: ["[2, 3]", "[2]"] },
    sums: { self_ns: 1000, device_self_ns: 0 },
    steps: 3,
  };
  const read = table(answer, "table");
  expect(read.columns.count).toBe(2);
  expect(textsOf(read.columns, "shapes")).toEqual(["[2, 3]", "[2]"]);
  expect([...numbersOf(read.columns, "self_ns")]).toEqual([900, 100]);
  expect([...numbersOf(read.columns, "occupancy")]).toEqual([]);
});

test("columns of different lengths, and columns that are missing, are refused by name", () => {
  const decode = columns(["name"], ["calls"]);
  expect(() => decode({ name: ["a"], calls: i8(1, 2) }, "t")).toThrow("t.calls");
  expect(() => decode({ name: ["a"] }, "t")).toThrow("t.calls");
  expect(decode({ name: [], calls: i8() }, "t").count).toBe(0);
});

test("rectangles of the timeline keep what they stand for", () => {
  const read = slices(
    {
      start: 0,
      end: 100,
      names: ["aten::mm"],
      total: 3,
      columns: {
        lane: i8(0),
        depth: i8(1),
        start: i8(10),
        end: i8(20),
        name: i8(0),
        event: i8(7),
        category: i8(0),
        covered: f8(0.5),
        count: i8(3),
      },
    },
    "slices",
  );
  expect(read.columns.numbers.covered?.[0]).toBe(0.5);
});

test("an overview of a host without devices has nulls, not zeros", () => {
  const top = { name: [], calls: i8(), self_ns: i8(), share: f8() };
  const read = overview(
    {
      run: "r",
      tag: "profile",
      step: 3,
      walltime: 1,
      check: 2,
      facts: { source: "torch.profiler" },
      base_ns: 1,
      notes: [],
      events: 0,
      lanes: [],
      start: 0,
      end: 0,
      steps: {
        number: i8(1),
        start: i8(0),
        end: i8(10),
        warm_up: [true],
      },
      median_ns: null,
      p95_ns: null,
      breakdown: { parts: ["operator", "other"], ns: i8(4, 6) },
      phases: { parts: ["other"], ns: i8(10) },
      devices: [
        { index: 0, type: "cpu", name: "", busy: null, sm_efficiency: null, occupancy: null },
      ],
      top: { operator: top, kernel: top, module: top },
      advice: [
        { rule: "data", level: "warning", values: { share: 0.4 }, text: "Loading takes 40 %." },
      ],
      memory: [],
      has: { shapes: true, device: false },
    },
    "profile",
  );
  expect(read.median_ns).toBeNull();
  expect(read.steps.warm_up[0]).toBe(true);
  expect(read.has.shapes).toBe(true);
  expect(read.has.memory).toBeUndefined();
});
