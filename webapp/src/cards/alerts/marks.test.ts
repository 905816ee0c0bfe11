import { expect, test } from "vitest";
import type { AlertEvent } from "../../api/alerts";
import { levelOf } from "./levels";
import { eventsOf, marksOf } from "./marks";

const event = (id: number, step: number | null, more: Partial<AlertEvent> = {}): AlertEvent => ({
  ...{ id, step, rule: "spike", level: "warn", run: "a", name: "a", tag: "loss" },
  ...{ text: "", found: 0, acknowledged: null },
  ...more,
});

test("alerts of the scalar, and of the runs as a whole, belong to a plot", () => {
  const all = [
    event(1, 5),
    event(2, 6, { tag: null }),
    event(3, 7, { tag: "other" }),
    event(4, 8, { run: "b" }),
    event(5, null, { tag: null }),
  ];
  expect(eventsOf(all, ["a"], "loss").map(({ id }) => id)).toEqual([1, 2]);
});

test("alerts that are close together are one mark, and what is out of sight has none", () => {
  const all = [event(1, 100), event(2, 10), event(3, 12), event(4, 1000)];
  const marks = marksOf(all, (step) => step * 2, 300, 20);
  expect(marks.map(({ x, events }) => [x, events.map(({ id }) => id)])).toEqual([
    [20, [2, 3]],
    [200, [1]],
  ]);
  expect(marksOf(all, () => NaN, 300, 20)).toEqual([]);
});

test("a level that is not known is a warning", () => {
  expect(levelOf(event(1, 0, { level: "error" }))).toBe("error");
  expect(levelOf(event(1, 0, { level: "fatal" }))).toBe("warn");
});
