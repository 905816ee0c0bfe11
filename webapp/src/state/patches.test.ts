import { describe, expect, it } from "vitest";
import type { Annotated } from "../api/annotations";
import { merged, NOTHING, parsePatch, patched } from "./patches";

const known: Annotated = {
  runs: new Map([["a", { name: "baseline", labels: ["good"] }]]),
  thresholds: new Map([["loss", { above: 1 }]]),
  charts: new Map(),
  boards: new Map([["kept", {}]]),
  directions: new Map(),
};

describe("patched", () => {
  it("changes what the patch names and nothing else", () => {
    const after = patched(known, {
      runs: { a: { labels: ["bad"] }, b: { note: "x" } },
      charts: { gap: { tags: [] } },
      boards: { kept: null, mine: { items: [] } },
      directions: { score: { goal: "max" } },
    });
    expect([...after.runs]).toEqual([
      ["a", { name: "baseline", labels: ["bad"] }],
      ["b", { note: "x" }],
    ]);
    expect(after.thresholds).toEqual(known.thresholds);
    expect([...after.charts]).toEqual([["gap", { tags: [] }]]);
    expect([...after.boards]).toEqual([["mine", { items: [] }]]);
    expect([...after.directions]).toEqual([["score", { goal: "max" }]]);
    expect([...known.runs.keys()]).toEqual(["a"]);
  });

  it("leaves out what is taken away or empty", () => {
    const after = patched(known, {
      runs: { a: { name: null, labels: [] }, b: { note: "", archived: false } },
      thresholds: { loss: null },
      boards: { kept: null },
    });
    expect(after).toEqual(NOTHING);
  });
});

describe("merged", () => {
  it("does what both patches do one after the other", () => {
    const first = { runs: { a: { name: null, note: "x" } }, thresholds: { loss: null } };
    const second = { runs: { a: { note: "y" }, b: { archived: true } }, charts: { c: {} } };
    expect(patched(known, merged(first, second))).toEqual(patched(patched(known, first), second));
  });
});

describe("parsePatch", () => {
  it("reads what was kept", () => {
    const runs = { a: { name: null, labels: ["x"], baseline: true } };
    const directions = { score: { goal: "max" } };
    const patch = { runs, thresholds: {}, charts: { c: {} }, boards: { b: {} }, directions };
    expect(parsePatch(JSON.stringify(patch))).toEqual(patch);
  });

  it.each([null, "", "nonsense", "7", "[]", "null", '{"runs": 3, "charts": []}'])(
    "takes %s for nothing",
    (text) => {
      expect(patched(NOTHING, parsePatch(text))).toEqual(NOTHING);
    },
  );

  it("passes over fields that are of another type", () => {
    const text = '{"runs": {"a": {"name": 7, "note": "x", "labels": "y", "other": 1}, "b": 2}}';
    expect(parsePatch(text).runs).toEqual({ a: { note: "x" }, b: {} });
  });
});
