import { describe, expect, it } from "vitest";
import { mediaUrl, payload, records } from "./records";
import { column, f8, i8 } from "./testing";

const series = {
  run: "a",
  tag: "pictures",
  version: 1,
  count: 2,
  superseded: 0,
  append: false,
  step: i8(1, 5),
  walltime: f8(10, 11),
  bytes: i8(100, 200),
  check: i8(4294967295, 0),
  fields: { width: f8(28, NaN) },
  newest: { width: 28, caption: "a seven" },
};

describe("records", () => {
  it("are columns of one length, with the fields that were asked for", () => {
    const [first] = records({ series: [series] }, "records").series;
    expect(first).toEqual({
      ...series,
      step: Float64Array.of(1, 5),
      walltime: Float64Array.of(10, 11),
      bytes: Float64Array.of(100, 200),
      check: Float64Array.of(4294967295, 0),
      fields: { width: Float64Array.of(28, NaN) },
    });
  });

  it("of a series that does not exist stand in its place", () => {
    const missing = { run: "b", tag: "pictures", error: "not_found" };
    expect(records({ series: [missing, series] }, "records").series[0]).toEqual(missing);
  });

  it("with columns of unequal length are refused with their place", () => {
    const broken = { ...series, fields: { width: f8(1) } };
    expect(() => records({ series: [broken] }, "records")).toThrow(
      "at records.series[0].width: got 1 items, want 2 items",
    );
  });
});

it("a payload has its arrays decoded", () => {
  const counts = { ...column("u1", Uint8Array.of(1, 2)), shape: [2, 1] };
  const answer = {
    run: "a",
    tag: "h",
    step: 3,
    walltime: 4,
    summary: { n: 3 },
    payload: { counts },
  };
  expect(payload(answer, "payload").payload).toEqual({
    counts: { shape: [2, 1], data: Uint8Array.of(1, 2) },
  });
});

it("the address of a file names its series and step, whatever their letters", () => {
  expect(mediaUrl("image", "r1", "a/b & c", -3)).toBe(
    "./api/media?kind=image&run=r1&tag=a%2Fb+%26+c&step=-3",
  );
  expect(mediaUrl("image", "r1", "a", 2, 77, true)).toBe(
    "./api/media?kind=image&run=r1&tag=a&step=2&check=77&download=true",
  );
});
