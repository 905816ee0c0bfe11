import { expect, it } from "vitest";
import { clockTime, commonDay, walltime, walltimeTicks } from "./walltimes";

/** Seconds since 1970 of a local time. */
const local = (...parts: [number, number, number, number?, number?, number?]): number =>
  new Date(
    parts[0],
    parts[1] - 1,
    parts[2],
    parts[3] ?? 0,
    parts[4] ?? 0,
    parts[5] ?? 0,
  ).getTime() / 1000;

it("writes local times", () => {
  expect(walltime(local(2026, 3, 9, 7, 6, 5))).toBe("2026-03-09 07:06:05");
  expect(walltime(NaN)).toBe("–");
});

it("labels the first tick and each new day with the date", () => {
  const { labels } = walltimeTicks(local(2026, 1, 9, 21, 10), local(2026, 1, 10, 3), 6);
  expect(labels).toEqual([
    "22:00\n2026-01-09",
    "23:00",
    "00:00\n2026-01-10",
    "01:00",
    "02:00",
    "03:00",
  ]);
});

it("has ticks at midnights for days, and at the first of months for years", () => {
  const days = walltimeTicks(local(2026, 1, 9, 12), local(2026, 1, 12, 12), 3);
  expect(days.labels).toEqual(["2026-01-10", "2026-01-11", "2026-01-12"]);
  const months = walltimeTicks(local(2026, 1, 9), local(2026, 12, 30), 4);
  expect(months.labels).toEqual(["2026-04", "2026-07", "2026-10"]);
});

it("shows fractions of seconds where ticks are that close", () => {
  const start = local(2026, 1, 9, 12, 0, 1);
  expect(walltimeTicks(start, start + 0.25, 3).labels).toEqual([
    "12:00:01.0\n2026-01-09",
    "12:00:01.1",
    "12:00:01.2",
  ]);
});

it("has no ticks where moments lie too far apart for them", () => {
  const start = local(2026, 1, 9);
  expect(walltimeTicks(start, start + 2 ** -22, 5).at).toEqual([]);
});

it("separates the day of moments from their times where all are of one", () => {
  const start = local(2026, 1, 9, 22, 5, 7);
  expect(commonDay([start, start + 60, NaN])).toBe("2026-01-09");
  expect(clockTime(start)).toBe("22:05:07");
  expect(commonDay([start, start + 7200])).toBeNull();
  expect(commonDay([])).toBeNull();
});
