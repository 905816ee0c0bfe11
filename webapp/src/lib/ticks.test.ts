import { describe, expect, it } from "vitest";
import { durationTicks, logDurationTicks, logTicks, numberTicks, roundStep } from "./ticks";

it("rounds steps up to 1, 2 or 5 times a power of ten", () => {
  expect([0.011, 0.2, 0.3, 1, 1.1, 7, 70].map(roundStep)).toEqual([0.02, 0.2, 0.5, 1, 2, 10, 100]);
});

describe("numberTicks", () => {
  it("are the multiples of a round step", () => {
    expect(numberTicks(0.13, 0.52, 5)).toEqual({
      at: [0.2, 0.30000000000000004, 0.4, 0.5],
      labels: ["0.2", "0.3", "0.4", "0.5"],
    });
  });

  it("are none for an empty range", () => {
    expect(numberTicks(1, 1, 5).at).toEqual([]);
  });

  it("are none where numbers lie too far apart for them", () => {
    expect(numberTicks(3, 3 + 2 ** -51, 5).at).toEqual([]);
    expect(numberTicks(-3 - 2 ** -51, -3, 5).at).toEqual([]);
  });
});

describe("durationTicks", () => {
  it("are round times", () => {
    expect(durationTicks(0, 7200, 4).labels).toEqual(["0", "30m", "1h", "1h 30m", "2h"]);
  });
});

describe("logTicks", () => {
  it("are powers of ten, with 2 and 5 where there is room", () => {
    expect(logTicks(0.1, 10, 8).labels).toEqual(["0.1", "0.2", "0.5", "1", "2", "5", "10"]);
    expect(logTicks(1, 1e6, 3).labels).toEqual(["1", "100", "10000", "1M"]);
  });

  it("are those of a linear axis within one power of ten", () => {
    expect(logTicks(2, 4, 3).at).toEqual([2, 3, 4]);
  });
});

it("logarithmic axes of durations have units", () => {
  expect(logDurationTicks(0.001, 200_000, 12).labels).toEqual([
    "1ms",
    "10ms",
    "100ms",
    "1s",
    "10s",
    "1m",
    "10m",
    "1h",
    "10h",
    "1d",
  ]);
  expect(logDurationTicks(1, 90, 6).labels).toEqual(["1s", "2s", "5s", "10s", "30s", "1m"]);
  expect(logDurationTicks(1e-6, 10, 4).labels).toEqual(["1e-6s", "0.1ms", "10ms", "1s"]);
  expect(logDurationTicks(40, 130, 4).labels).toEqual(["1m", "1m 30s", "2m"]);
});

it.each([
  [0.34, 2.42],
  [0.06, 1.22],
  [3.1, 8.9],
  [-0.4, 0.9],
])("an axis from %f to %f that has room for one tick has two at least", (min, max) => {
  const { at, labels } = numberTicks(min, max, 1);
  expect(at.length).toBeGreaterThanOrEqual(2);
  expect(at.length).toBeLessThanOrEqual(4);
  expect(labels).toHaveLength(at.length);
  for (const tick of at) expect(tick >= min && tick <= max).toBe(true);
});
