import { expect, it } from "vitest";
import { frameQueue } from "./frames";

it("draws a few charts a frame, the urgent ones first of all, each once", () => {
  const work: (() => void)[] = [];
  const queue = frameQueue((next) => work.push(next), 2);
  const drawn: string[] = [];
  const charts = ["a", "b", "c", "d"].map((name) => () => void drawn.push(name));
  for (const chart of charts) queue.add(chart, false);
  queue.add(charts[0] ?? (() => undefined), false);
  queue.add(charts[3] ?? (() => undefined), true);
  work.shift()?.();
  expect(drawn).toEqual(["a", "b", "d"]);
  work.shift()?.();
  expect(drawn).toEqual(["a", "b", "d", "c"]);
  expect(work).toEqual([]);
});

it("does not draw what was removed", () => {
  const work: (() => void)[] = [];
  const queue = frameQueue((next) => work.push(next), 2);
  const draw = (): never => {
    throw new Error("drawn");
  };
  queue.add(draw, true);
  queue.remove(draw);
  work.shift()?.();
});
