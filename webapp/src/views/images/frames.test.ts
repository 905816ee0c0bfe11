import { expect, it } from "vitest";
import type { RecordSeries } from "../../api/records";
import { downloadUrl, frameAt, neighbors } from "./frames";

const series: RecordSeries = {
  run: "r",
  tag: "a/b",
  version: 0,
  count: 3,
  superseded: 0,
  append: false,
  step: Float64Array.of(0, 5, 10),
  walltime: Float64Array.of(100, 101, 102),
  bytes: Float64Array.of(7, 8, 9),
  check: Float64Array.of(70, 80, 90),
  fields: {
    width: Float64Array.of(28, 28, 32),
    height: Float64Array.of(1, 2, 3),
    channels: Float64Array.of(1, 3, 4),
    clipped: Float64Array.of(NaN, 12, NaN),
    nan: Float64Array.of(NaN, NaN, 1),
  },
  newest: {},
};

it("a frame has what its summary says, and an address that is good for ever", () => {
  expect(frameAt(series, 1)).toEqual({
    run: "r",
    tag: "a/b",
    step: 5,
    walltime: 101,
    bytes: 8,
    width: 28,
    height: 2,
    channels: 3,
    clipped: 12,
    nan: 0,
    rows: 1,
    columns: 1,
    address: "./api/media?kind=image&run=r&tag=a%2Fb&step=5&check=80",
  });
  expect(frameAt(series, 3)).toBeNull();
  expect(frameAt(series, -1)).toBeNull();
  expect(frameAt(null, 0)).toBeNull();
});

it("is downloaded under its own name", () => {
  const frame = frameAt(series, 2);
  expect(frame && downloadUrl(frame)).toBe(
    "./api/media?kind=image&run=r&tag=a%2Fb&step=10&download=true",
  );
});

it("the neighbors in the direction of travel come first", () => {
  const steps = (index: number, from: number): (string | undefined)[] =>
    neighbors(series, index, from).map((address) => /step=(\d+)/.exec(address)?.[1]);
  expect(steps(1, 0)).toEqual(["10", "0"]);
  expect(steps(1, 2)).toEqual(["0", "10"]);
  expect(steps(0, 0)).toEqual(["5", "10"]);
});
