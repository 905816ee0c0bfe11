import { expect, it } from "vitest";
import { duration, tickDuration } from "./durations";

it("a duration that is not known is a dash", () => {
  expect(duration(NaN)).toBe("–");
});

it.each([
  [0, "0s"],
  [0.0123, "12ms"],
  [4.25, "4.25s"],
  [59.4, "59s"],
  [123, "2m 03s"],
  [3723, "1h 02m 03s"],
  [183600, "2d 03h 00m"],
  [-90, "-1m 30s"],
  [NaN, "–"],
])("writes %d seconds as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it.each([
  [0, 60, "0"],
  [5400, 1800, "1h 30m"],
  [90, 30, "1m 30s"],
  [0.25, 0.05, "0.25s"],
  [60.5, 0.5, "1m 0.5s"],
  [172800, 86400, "2d"],
])("labels %d seconds, %d apart, with %s", (seconds, step, text) => {
  expect(tickDuration(seconds, step)).toBe(text);
});
