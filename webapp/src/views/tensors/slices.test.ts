import { expect, test } from "vitest";
import { formatPart, parsePart, placeOf, usualParts, type TensorPart } from "./slices";

/** The places of 8 that Python gives. */
test.each([
  ["0", [0]],
  ["-1", [7]],
  [" +3 ", [3]],
  [":", [0, 1, 2, 3, 4, 5, 6, 7]],
  ["2:5", [2, 3, 4]],
  ["-3:", [5, 6, 7]],
  [":-6", [0, 1]],
  ["::3", [0, 3, 6]],
  ["1:100:3", [1, 4, 7]],
  ["::-1", [7, 6, 5, 4, 3, 2, 1, 0]],
  ["5:1:-2", [5, 3]],
  ["-100:2", [0, 1]],
  ["6:-100:-3", [6, 3, 0]],
])("%s is what Python takes of 8", (text, places) => {
  const part = parsePart(text, 8) as TensorPart;
  const count = part.kind === "index" ? 1 : part.count;
  expect(Array.from({ length: count }, (_, i) => placeOf(part, i))).toEqual(places);
  // And the server is asked for the same.
  const again = parsePart(formatPart(part), 8) as TensorPart;
  expect(Array.from({ length: count }, (_, i) => placeOf(again, i))).toEqual(places);
});

test.each([
  ["", "notPart"],
  ["a", "notPart"],
  ["1:2:3:4", "notPart"],
  ["1.5", "notPart"],
  ["1 2", "notPart"],
  ["8", "outOfRange"],
  ["-9", "outOfRange"],
  ["::0", "zeroStep"],
  ["5:2", "emptyRange"],
  ["9:", "emptyRange"],
])("%s of 8 is refused", (text, error) => {
  expect(parsePart(text, 8)).toEqual({ kind: "error", error });
});

test("of nothing a range is nothing, and no index is right", () => {
  expect(parsePart(":", 0)).toEqual({ kind: "range", start: 0, step: 1, count: 0 });
  expect(parsePart("0", 0)).toEqual({ kind: "error", error: "outOfRange" });
});

test("a part of a range is asked of the server", () => {
  expect(formatPart(parsePart("2:20:3", 30) as TensorPart, 1, 3)).toBe("5:11:3");
  expect(formatPart(parsePart("::-1", 10) as TensorPart, 7, 10)).toBe("2::-1");
});

test("at first the last two dimensions are seen", () => {
  expect(usualParts([])).toEqual([]);
  expect(usualParts([5])).toEqual([":"]);
  expect(usualParts([4, 3, 2, 1])).toEqual(["0", "0", ":", ":"]);
});
