import { expect, it } from "vitest";
import { Recent } from "./recent";
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
  const recent = new Recent<number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.get("a");
  recent.set("c", 3);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
});
