import { expect, test } from "vitest";
import { frameAt, timelineOf } from "./timeline";

test("a frame is seen from its begin until the next one's", () => {
  const line = timelineOf([0.5, 0.25, 1]);
  expect(line.seconds).toBe(1.75);
  expect([0, 0.49, 0.5, 0.74, 0.75, 1.7, 1.75, 9].map((time) => frameAt(line, time))).toEqual([
    0, 0, 1, 1, 2, 2, 2, 2,
  ]);
});

test("no frames and frames without a duration are no trouble", () => {
  expect(frameAt(timelineOf([]), 1)).toBe(0);
  expect(frameAt(timelineOf([0, 0]), 0)).toBe(1);
});
