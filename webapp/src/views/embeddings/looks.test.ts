import { expect, it } from "vitest";
import { search } from "./hits";
import { looksOf } from "./looks";

const rgb = Uint8Array.of(1, 2, 3, 4, 5, 6);

it("keeps all points alike where none stands out", () => {
  const { colors, sizes } = looksOf(rgb, { out: null, only: null });
  expect([...colors]).toEqual([1, 2, 3, 235, 4, 5, 6, 235]);
  expect([...sizes]).toEqual([1, 1]);
});

it("dims what does not stand out, and hides what is not shown", () => {
  const { colors, sizes } = looksOf(rgb, { out: new Set([1]), only: new Set([1]) });
  expect([colors[3], colors[7]]).toEqual([50, 255]);
  expect(sizes[0]).toBe(0);
  expect(sizes[1]).toBeCloseTo(1.35);
});

it("finds by word or pattern, in one column or in any", () => {
  const columns = [
    { name: "digit", type: "number", values: Float64Array.of(1, 12) },
    { name: "name", type: "text", values: ["one", "Twelve 1"] },
  ] as const;
  expect(search(columns, "", "1", 2).points).toEqual([0, 1]);
  expect(search(columns, "name", "1", 2).points).toEqual([1]);
  expect(search(columns, "digit", "/^1$/", 2).points).toEqual([0]);
  expect(search(columns, "", "/(/", 2).error).not.toBeNull();
  expect(search(columns, "", " ", 2).points).toEqual([]);
});
