import { expect, test } from "vitest";
import { mergeGrowth } from "./growth";

const grown = (series: { tag: string; count: number }[] | null, records: number) => ({
  run: "a",
  records,
  series,
});

test("the newest point of each series stays", () => {
  const earlier = grown(
    [
      { tag: "x", count: 1 },
      { tag: "y", count: 5 },
    ],
    6,
  );
  const later = grown([{ tag: "x", count: 2 }], 7);
  expect(mergeGrowth(earlier, later)).toEqual(
    grown(
      [
        { tag: "x", count: 2 },
        { tag: "y", count: 5 },
      ],
      7,
    ),
  );
});

test("if any series may have grown, merging keeps that", () => {
  const some = grown([{ tag: "x", count: 1 }], 1);
  expect(mergeGrowth(grown(null, 0), some).series).toBeNull();
  expect(mergeGrowth(some, grown(null, 2)).series).toBeNull();
});
