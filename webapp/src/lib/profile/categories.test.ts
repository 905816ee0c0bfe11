import { expect, test } from "vitest";
import { CATEGORIES, CATEGORY_COLORS, categoriesIn, categoryAt } from "./categories";

test("a position names its category, and one of a newer server something else", () => {
  expect(categoryAt(5)).toBe("kernel");
  expect(categoryAt(40)).toBe("other");
});

test("categories of several columns are listed once, in the order of all", () => {
  expect(categoriesIn([Float64Array.of(9, 0, 9), Float64Array.of(40, 2)])).toEqual([
    "operator",
    "module",
    "step",
    "other",
  ]);
  expect(categoriesIn([])).toEqual([]);
});

test("work of different sorts has different colors, what stands for nothing the same gray", () => {
  const rest = new Set(["overhead", "instant", "other"]);
  const colors = CATEGORIES.flatMap((each, i) => (rest.has(each) ? [] : [CATEGORY_COLORS[i]]));
  expect(new Set(colors).size).toBe(14);
  expect(CATEGORY_COLORS.slice(-3)).toEqual(["#8a94a4", "#8a94a4", "#8a94a4"]);
});
