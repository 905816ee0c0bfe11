import { expect, test } from "vitest";
import type { ProfileRanks } from "../../../api/profile-parts";
import { slicesOf } from "../../../charts/timeline/testing";
import { askedOf, eventOf, joined, laneOf, membersOf, placeOf, wholeOf } from "./members";

const ranks = {
  ranks: [0, 1, 2],
  tags: ["profile/rank0", "profile/rank1", "profile/rank2"],
  steps: [7, 7, 6],
  checks: [11, 12, 13],
  axis: {
    by: "host",
    spread_ns: 0,
    shift_ns: Float64Array.of(0, 40, -10),
    start: Float64Array.of(0, 45, -10),
    end: Float64Array.of(100, 140, 80),
  },
} as unknown as ProfileRanks;
const members = membersOf(ranks, { run: "a", tag: "profile/rank1", step: 7 });

test("ranks have the times of the chosen one, whose lanes and events keep their numbers", () => {
  expect(members.map(({ key, shift, start, end }) => [key, shift, start, end])).toEqual([
    [1, -40, -40, 60],
    [0, 0, 5, 100],
    [3, -50, -50, 40],
  ]);
  expect(members[2]?.place).toEqual({ run: "a", tag: "profile/rank2", step: 6 });
  expect(wholeOf(members)).toEqual({ start: -50, end: 100 });
  expect(laneOf(0, 3)).toBe(3);
  expect(placeOf(eventOf(0, 5))).toEqual({ key: 0, event: 5 });
  expect(placeOf(eventOf(3, 4_000_000_000))).toEqual({ key: 3, event: 4_000_000_000 });
});

test("a profile that is none of the ranks has none beside it", () => {
  expect(membersOf(ranks, { run: "a", tag: "profile", step: 7 })).toEqual([]);
  expect(membersOf(ranks, { run: "a", tag: "profile/rank1", step: 6 })).toEqual([]);
});

test("a rank is asked for the part of its own time that is seen", () => {
  const [first] = members;
  if (first === undefined) throw new Error("no ranks");
  expect(askedOf(first, { start: -100, end: 20, pixels: 9 })).toEqual({
    start: 0,
    end: 60,
    pixels: 9,
  });
  expect(askedOf(first, { start: 60, end: 90 })).toBeNull();
});

test("slices of ranks are kept apart, and lie where the axis puts them", () => {
  const [first, own] = members;
  if (first === undefined || own === undefined) throw new Error("no ranks");
  const slices = slicesOf([[1, 0, 10, 20]]);
  const both = joined([
    { member: first, slices },
    { member: own, slices },
  ]);
  expect(both?.names).toEqual(["event 0", "event 0"]);
  expect([...(both?.lane ?? [])]).toEqual([laneOf(1, 1), 1]);
  expect([...(both?.from ?? [])]).toEqual([-30, 10]);
  expect([...(both?.to ?? [])]).toEqual([-20, 20]);
  expect([...(both?.name ?? [])]).toEqual([0, 1]);
  expect([...(both?.event ?? [])]).toEqual([eventOf(1, 0), 0]);
  expect(joined([{ member: own, slices }])).toBe(slices);
  expect(joined([])).toBeNull();
});
