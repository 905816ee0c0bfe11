import { expect, it } from "vitest";
import { movedCell } from "./keys";

const extent = { rows: 100, columns: 5, page: 10 };

it.each<[string, [number, number], [number, number]]>([
  ["ArrowDown", [0, 2], [1, 2]],
  ["ArrowUp", [0, 2], [-1, 2]],
  ["ArrowUp", [-1, 2], [-1, 2]],
  ["ArrowLeft", [3, 0], [3, 0]],
  ["ArrowRight", [3, 4], [3, 4]],
  ["PageDown", [95, 1], [99, 1]],
  ["PageUp", [5, 1], [0, 1]],
  ["Home", [5, 3], [5, 0]],
  ["End", [5, 3], [5, 4]],
  ["Control+Home", [5, 3], [0, 0]],
  ["Control+End", [5, 3], [99, 4]],
  ["Control+ArrowDown", [5, 3], [99, 3]],
])("%s leads from %s to %s", (name, [row, column], [nextRow, nextColumn]) => {
  const isFar = name.startsWith("Control+");
  const key = name.replace("Control+", "");
  const next = movedCell({ key, isFar }, { row, column }, extent);
  expect(next).toEqual({ row: nextRow, column: nextColumn });
});

it("other keys lead nowhere", () => {
  const key = { key: "a", isFar: false };
  expect(movedCell(key, { row: 0, column: 0 }, extent)).toBeNull();
});
