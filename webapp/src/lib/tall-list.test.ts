import { expect, test } from "vitest";
import { tallList } from "./tall-list";

test("a short list scrolls by pixels", () => {
  const list = tallList(1000, 20, 400);
  expect(list).toMatchObject({ height: 20_000, isCoarse: false });
  expect(list.rowAt(30)).toBe(1.5);
  expect(list.rowAt(1e9)).toBe(980);
  expect(list.scrollTopOf(980)).toBe(19_600);
  expect(list.scrollTopOf(5000)).toBe(19_600);
});

test("a list of ten million rows reaches its ends, and each row", () => {
  const list = tallList(10_000_000, 18, 900);
  expect(list).toMatchObject({ height: 8_000_000, isCoarse: true });
  expect(list.rowAt(0)).toBe(0);
  expect(list.rowAt(8_000_000 - 900)).toBe(10_000_000 - 50);
  for (const row of [1, 12_345, 9_999_949]) {
    expect(list.rowAt(list.scrollTopOf(row))).toBeCloseTo(row, 3);
  }
});

test("a list that is seen whole does not scroll", () => {
  const list = tallList(3, 20, 400);
  expect(list.rowAt(50)).toBe(0);
  expect(list.scrollTopOf(2)).toBe(0);
  expect(tallList(0, 20, 400).rowAt(0)).toBe(0);
});
