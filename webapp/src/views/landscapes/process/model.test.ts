import { describe, expect, it } from "vitest";
import type { LandscapeSummary } from "../../../api/landscapes";
import {
  axisOf,
  chosenOf,
  curveTag,
  framesOf,
  listed,
  percentDone,
  placeOf,
  stretchAt,
  stretchesOf,
  withoutFrames,
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
  mode?: string | null;
}

function summary(made: Made): LandscapeSummary {
  const { run = "r", tag = "t", step = 0, id = "", snapshots = 0 } = made;
  const { interval = null, unit = "step", perEpoch = null, mode = null } = made;
  const metrics: readonly string[] = ["loss"];
  return {
    run,
    tag,
    step,
    id,
    snapshots,
    y: { min: 0, max: 1, number: 2 },
    metrics,
    settings: { mode, interval, unit, steps_per_epoch: perEpoch },
  } as LandscapeSummary;
}

describe("landscapes around snapshots", () => {
  const frame = (step: number, more: Made = {}) =>
    summary({ tag: "s", step, mode: "snapshots", interval: [0, 9], ...more });
  const result = summary({ step: 9 });
  const other = frame(5, { run: "q" });
  const [late, anew, early] = [frame(9, { id: "b" }), frame(9, { id: "a" }), frame(0)];
  const all = [result, late, anew, other, early];

  it("are played from the earliest, of each step the newest", () => {
    expect(framesOf(all, late)).toEqual([early, late]);
    expect(framesOf(all, early)).toEqual([early, late]);
    expect(framesOf(all, result)).toEqual([]);
  });

  it("stand in a list as one", () => {
    expect(withoutFrames(all)).toEqual([result, late, other]);
  });

  it("are no stretches of a path", () => {
    expect(stretchesOf(all, late)).toEqual([]);
  });
});

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

  it("are found on a curve of steps", () => {
    const stretches = stretchesOf(all, first);
    expect(axisOf(stretches, 3880)).toBe("steps");
    expect(placeOf(first, "steps")).toEqual([97, 2425]);
    expect(stretchAt(stretches, 3000, "steps")?.summary).toBe(second);
    expect(stretchAt(stretches, 100, "steps")?.summary).toBe(first);
    expect(stretchAt(stretches, 99_999, "steps")).toBeNull();
  });

  it("are found on a curve of epochs, which ends long before as many steps", () => {
    const stretches = stretchesOf(all, first);
    expect(axisOf(stretches, 40)).toBe("same");
    expect(axisOf(stretches, 100)).toBe("same");
    expect(placeOf(first, "same")).toEqual([1, 25]);
    expect(stretchAt(stretches, 30, "same")?.summary).toBe(second);
  });

  it("of steps lie where they say", () => {
    const one = summary({ interval: [5, 9] });
    expect(axisOf(stretchesOf([one], one), 9999)).toBe("same");
    expect(placeOf(one, "same")).toEqual([5, 9]);
    expect(placeOf(summary({}), "same")).toBeNull();
  });

  it("of epochs lie nowhere on a curve of steps while nobody knows how many an epoch has", () => {
    const one = summary({ interval: [5, 9], unit: "epoch" });
    const stretches = stretchesOf([one], one);
    expect(axisOf(stretches, 9)).toBe("same");
    expect(axisOf(stretches, 900)).toBeNull();
    expect(stretchAt(stretches, 7, null)).toBeNull();
  });
});

it("lists the landscapes of a run together, those with a path first", () => {
  const result = summary({ run: "a", tag: "result" });
  const other = summary({ run: "b" });
  const early = summary({ run: "a", tag: "train", snapshots: 5 });
  expect(listed([other, result, early])).toEqual([early, result, other]);
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
