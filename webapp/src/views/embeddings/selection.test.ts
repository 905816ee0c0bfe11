import { expect, it } from "vitest";
import { Kept } from "./kept";
import { distinct, selected, toggled, without } from "./selection";

it("takes a point into the selection, and out of it again", () => {
  const one = toggled(null, 4);
  expect(one).toEqual(new Set([4]));
  expect(toggled(one, 4)).toBeNull();
  expect(selected([])).toBeNull();
});

it("names each real point once", () => {
  expect(distinct(-1, 3, 3)).toEqual([3]);
  expect(without([1, 2, 3], [2])).toEqual([1, 3]);
});

it("keeps what was used last", () => {
  const kept = new Kept<number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  kept.get("a");
  kept.set("c", 3);
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([1, undefined, 3]);
});
