import { expect, test } from "vitest";
import { mergeGrowth } from "./growth";

interface Series {
  kind: string;
  tag: string;
  count: number;
}

const grown = (series: Series[] | null, records: number) => ({ run: "a", records, series });

test("the newest point of each series stays", () => {
  const earlier = grown(
    [
      { kind: "scalar", tag: "x", count: 1 },
      { kind: "scalar", tag: "y", count: 5 },
    ],
    6,
  );
  const later = grown([{ kind: "scalar", tag: "x", count: 2 }], 7);
  expect(mergeGrowth(earlier, later)).toEqual(
    grown(
      [
        { kind: "scalar", tag: "x", count: 2 },
        { kind: "scalar", tag: "y", count: 5 },
      ],
      7,
    ),
  );
});

test("if any series may have grown, merging keeps that", () => {
  const some = grown([{ kind: "scalar", tag: "x", count: 1 }], 1);
  expect(mergeGrowth(grown(null, 0), some).series).toBeNull();
  expect(mergeGrowth(some, grown(null, 2)).series).toBeNull();
});

test("series of one tag and several kinds are distinguished", () => {
  const curve = { kind: "pr_curve", tag: "x", count: 1 };
  const scalar = { kind: "scalar", tag: "x", count: 2 };
  expect(mergeGrowth(grown([curve], 1), grown([scalar], 3)).series).toEqual([curve, scalar]);
});
