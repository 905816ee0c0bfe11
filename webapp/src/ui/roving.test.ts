import { expect, it } from "vitest";
import { keyLeadsTo } from "./roving";

it("goes round by arrows, to the ends by Home and End, and leaves other keys alone", () => {
  const from = (at: number, ...keys: string[]) => keys.map((key) => keyLeadsTo(key, at, 3));
  expect(from(0, "ArrowRight", "ArrowLeft")).toEqual([1, 2]);
  expect(from(2, "ArrowRight", "ArrowLeft")).toEqual([0, 1]);
  expect(from(1, "Home", "End", "Enter", "f")).toEqual([0, 2, undefined, undefined]);
});
