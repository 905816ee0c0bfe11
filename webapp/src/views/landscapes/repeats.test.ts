import { describe, expect, it } from "vitest";
import { apartOf, repeatsOf } from "./repeats";
import { summaryOf } from "./testing";

const seeded = (seed: number, id: string, number = 41) =>
  summaryOf({
    id,
    directions: { seed },
    x: { min: -1, max: 1, number },
    y: { min: -1, max: 1, number },
  });

describe("repeatsOf", () => {
  it("has those that differ in their seed only, one of each seed", () => {
    const [seven, three, coarse] = [seeded(7, "a"), seeded(3, "b"), seeded(5, "c", 21)];
    const other = { ...seeded(9, "d"), run: "b" };
    const again = seeded(7, "e");
    expect(repeatsOf(again, [seven, three, coarse, other, again])).toEqual([three, again]);
  });
});

describe("apartOf", () => {
  const nothing = { seed: null, size: null, id: null };

  it("names seed and size only where another one has others", () => {
    const all = [seeded(7, "a"), seeded(3, "b"), { ...seeded(3, "c", 21), tag: "another" }];
    expect(apartOf(all[0] ?? seeded(0, ""), all)).toEqual({ ...nothing, seed: 7 });
    const sizes = [seeded(7, "a"), seeded(7, "b", 21)];
    expect(apartOf(sizes[1] ?? seeded(0, ""), sizes)).toEqual({ ...nothing, size: "21 × 21" });
    expect(apartOf(seeded(7, "a"), [seeded(7, "a")])).toEqual(nothing);
  });

  it("names the id where nothing else differs", () => {
    const all = [seeded(7, "0123456789"), seeded(7, "b")];
    expect(apartOf(seeded(7, "0123456789"), all)).toEqual({ ...nothing, id: "012345" });
  });
});
