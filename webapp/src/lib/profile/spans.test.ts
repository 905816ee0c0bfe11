import { expect, test } from "vitest";
import { changeText, percentText, spanText, spanTicks } from "./spans";

test("a span is written in the unit that fits it", () => {
  expect([0, 7, 345, 12_345, 4_210_000, 1_234_567_890, 125e9].map(spanText)).toEqual([
    "0",
    "7 ns",
    "345 ns",
    "12.3 µs",
    "4.21 ms",
    "1.235 s",
    "2 min 5 s",
  ]);
  expect(spanText(999_960)).toBe("1.00 ms");
  expect(spanText(NaN)).toBe("–");
  expect(spanText(-1500)).toBe("-1.50 µs");
  expect(changeText(1500)).toBe("+1.50 µs");
});

test("a share is written as percent, and one that is almost nothing is not written as nothing", () => {
  expect(percentText(1, 8)).toBe("12.5 %");
  expect(percentText(1, 1e6)).toBe("< 0.1 %");
  expect(percentText(0, 5)).toBe("0 %");
  expect(percentText(0, 0)).toBe("–");
});

test("ticks share a unit, and differ wherever they are", () => {
  expect(spanTicks(0, 10e6, 5)).toEqual({
    at: [0, 2e6, 4e6, 6e6, 8e6, 10e6],
    labels: ["0 ms", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms"],
  });
  const far = spanTicks(2_345_678_000, 2_345_678_400, 4);
  expect(new Set(far.labels).size).toBe(far.at.length);
  expect(far.labels[1]).toBe("2345.6781 ms");
  expect(spanTicks(0, 0, 4).at).toEqual([]);
});
