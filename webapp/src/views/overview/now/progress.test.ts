import { describe, expect, it } from "vitest";
import { column, metric } from "../../../lib/table/testing";
import { progressOf, totalOf } from "./progress";

const live = { last_step: 250, duration: 100, progress: null };
const ended = (last_step: number, outcome: "finished" | "failed" = "finished") =>
  ({ last_step, duration: 1, progress: null, state: "ended", outcome }) as const;

/** What only a program says. */
const silent = (share: number | null) => ({ between: null, name: null, share });

describe("progressOf", () => {
  it("goes by what the program says before all else", () => {
    const said = {
      name: "epochs",
      done: 3,
      total: 10,
      share: 0.35,
      seconds_left: 65,
      seconds_low: 60,
      seconds_high: 70,
      samples_per_second: null,
    };
    expect(progressOf({ ...live, progress: said }, 1000, [ended(500)])).toEqual({
      step: 3,
      total: 10,
      by: "program",
      left: 65,
      between: [60, 70],
      name: "epochs",
      share: 0.35,
    });
  });

  it("goes by the run's own hyperparameter", () => {
    const wanted = { step: 250, total: 1000, by: "hparams", left: 300, ...silent(0.25) };
    expect(progressOf(live, 1000, [ended(500)])).toEqual(wanted);
  });

  it("goes by where all finished runs ended", () => {
    const wanted = { step: 250, total: 500, by: "others", left: 100, ...silent(0.5) };
    expect(progressOf(live, null, [ended(500), ended(500), ended(3, "failed")])).toEqual(wanted);
  });

  it.each([
    ["nothing says it", null, []],
    ["finished runs ended at different steps", null, [ended(500), ended(600)]],
    ["it is beyond where others ended", null, [ended(100)]],
    ["it is beyond what its hyperparameters say", 100, []],
  ])("has no end where %s", (_, own, others) => {
    const wanted = { step: 250, total: null, by: null, left: null, ...silent(null) };
    expect(progressOf(live, own, others)).toEqual(wanted);
  });

  it("says nothing of the time that is left in the first seconds", () => {
    expect(progressOf({ ...live, last_step: 2, duration: 1 }, 1000, [])?.left).toBeNull();
    expect(progressOf({ ...live, last_step: 0, duration: 60 }, 1000, [])?.left).toBeNull();
  });

  it("is not there without a step", () => {
    expect(progressOf({ ...live, last_step: null }, 10, [])).toBeNull();
  });
});

describe("totalOf", () => {
  it.each([
    "max_steps",
    "total_timesteps",
    "num_training_steps",
    "max_iters",
    "train/max_steps",
    "args.num_train_steps",
    "total_steps",
  ])("takes %s", (name) => {
    expect(totalOf([column(name, [1000])], 0)).toBe(1000);
  });

  it.each(["n_steps", "eval_steps", "warmup_steps", "save_steps", "steps_per_epoch", "epochs"])(
    "does not take %s",
    (name) => {
      expect(totalOf([column(name, [1000])], 0)).toBeNull();
    },
  );

  it.each([-1, 0, NaN, Infinity])("does not take %s, which stands for no limit", (value) => {
    expect(totalOf([column("max_steps", [value])], 0)).toBeNull();
  });

  it("takes no metric for a hyperparameter", () => {
    expect(totalOf([metric("max_steps", [7])], 0)).toBeNull();
  });
});
