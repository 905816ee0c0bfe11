import { describe, expect, it } from "vitest";
import type { LandscapeSummary } from "../../../api/landscapes";
import {
  chosenOf,
  curveTag,
  percentDone,
  stepsOf,
  stretchAt,
  stretchesOf,
  type Interval,
} from "./model";

interface Made {
  run?: string;
  tag?: string;
  step?: number;
  id?: string;
  snapshots?: number;
  interval?: Interval | null;
  unit?: string | null;
  perEpoch?: number | null;
}

function summary(made: Made): LandscapeSummary {
  const { run = "r", tag = "t", step = 0, id = "", snapshots = 0 } = made;
  const { interval = null, unit = "step", perEpoch = null } = made;
  return {
    ...{ run, tag, step, id, snapshots, y: { min: 0, max: 1, number: 2 }, metrics: ["loss"] },
    settings: { interval, unit, steps_per_epoch: perEpoch },
  } as LandscapeSummary;
}

const nothing = { run: "", tag: "", step: null, id: "" };

describe("chosenOf", () => {
  const result = summary({ step: 9, id: "a" });
  const late = summary({ tag: "p", step: 7, id: "b", snapshots: 5 });
  const early = summary({ tag: "p", step: 7, id: "c", snapshots: 5 });
  const all = [result, late, early];

  it("is the first with a path, or the first of all", () => {
    expect(chosenOf(all, nothing)).toBe(late);
    expect(chosenOf([result], nothing)).toBe(result);
    expect(chosenOf([], nothing)).toBeNull();
  });

  it("is what was wished, or what is most like it", () => {
    expect(chosenOf(all, { run: "r", tag: "p", step: 7, id: "c" })).toBe(early);
    expect(chosenOf(all, { run: "r", tag: "p", step: 7, id: "gone" })).toBe(late);
    expect(chosenOf(all, { run: "r", tag: "t", step: 1, id: "gone" })).toBe(result);
    expect(chosenOf(all, { run: "other", tag: "t", step: 9, id: "a" })).toBe(late);
  });
});

describe("intervals", () => {
  const first = summary({ interval: [1, 25], unit: "epoch", perEpoch: 97, step: 2425 });
  const second = summary({ interval: [26, 40], unit: "epoch", perEpoch: 97, step: 3880 });
  const all = [second, first, summary({ tag: "other", interval: [1, 2] }), summary({})];

  it("are those of the same run and tag, from the earliest", () => {
    expect(stretchesOf(all, second).map(({ interval }) => interval)).toEqual([
      [1, 25],
      [26, 40],
    ]);
  });

  it("are steps of the scalars", () => {
    expect(stepsOf(first)).toEqual([97, 2425]);
    expect(stepsOf(summary({ interval: [5, 9] }))).toEqual([5, 9]);
    expect(stepsOf(summary({ interval: [5, 9], unit: "epoch" }))).toBeNull();
    expect(stepsOf(summary({}))).toBeNull();
  });

  it("are found by a step in them", () => {
    const stretches = stretchesOf(all, first);
    expect(stretchAt(stretches, 3000)?.summary).toBe(second);
    expect(stretchAt(stretches, 100)?.summary).toBe(first);
    expect(stretchAt(stretches, 99_999)).toBeNull();
  });
});

it("is done only when all of it is", () => {
  expect(percentDone({ done: 1680, points: 1681 })).toBe(99);
  expect(percentDone({ done: 1681, points: 1681 })).toBe(100);
  expect(percentDone({ done: 0, points: 9 })).toBe(0);
});

it("takes the first loss for the curve", () => {
  expect(curveTag(["accuracy", "train/Loss", "val/loss"], "")).toBe("train/Loss");
  expect(curveTag(["accuracy", "loss"], "accuracy")).toBe("accuracy");
  expect(curveTag(["accuracy"], "gone")).toBe("accuracy");
  expect(curveTag([], "loss")).toBe("");
});
