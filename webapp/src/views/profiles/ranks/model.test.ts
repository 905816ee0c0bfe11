import { expect, test } from "vitest";
import { straggler, waitingOf } from "./model";

test("the rank that waits least is the one the others wait for", () => {
  expect(waitingOf(Float64Array.of(5, 0, 7, 1), 2)).toEqual([12, 1]);
  expect(straggler([12, 1])).toEqual({ rank: 1, ns: 12 });
  expect(straggler([10, 9, 11])).toBeNull();
  expect(straggler([0, 0])).toBeNull();
  expect(straggler([4])).toBeNull();
});
