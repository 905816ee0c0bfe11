import { describe, expect, it } from "vitest";
import { parseQuery } from "./parse";
import {
  choicesOf,
  metricKeysOf,
  metricsNamed,
  shownBeside,
  usualCurves,
  usualMetrics,
} from "./asked";

it("the declared metrics are shown, or else the first scalars", () => {
  expect(usualMetrics(["acc"], ["loss", "acc"])).toEqual(["m:last:acc"]);
  const many = Array.from({ length: 30 }, (_, i) => `t${i}`);
  expect(usualMetrics([], many)).toHaveLength(12);
});

it("metrics by which trainings are judged come before gradients and times", () => {
  const tags = ["acc/train", "grad_norm/fc.weight", "lr", "other", "time/total", "val_loss"];
  expect(usualMetrics([], tags)).toEqual(
    ["val_loss", "acc/train", "other", "grad_norm/fc.weight", "lr", "time/total"].map(
      (tag) => `m:last:${tag}`,
    ),
  );
});

it("a query brings the metrics that it names", () => {
  const query = parseQuery("lr < 1 and min(loss) < 2 and acc > 0 and min(gone) < 1", () => true);
  const isScalar = (tag: string): boolean => ["loss", "acc", "lr"].includes(tag);
  const named = metricsNamed(query, isScalar, (name) => name === "lr");
  expect(named).toEqual(["m:min:loss", "m:last:acc"]);
  expect(metricsNamed(null, isScalar, () => false)).toEqual([]);
});

it("a metric may stand behind its group, and only a hyperparameter of its name comes before it", () => {
  const isScalar = (tag: string): boolean => ["loss", "lr"].includes(tag);
  const named = (query: string): readonly string[] =>
    metricsNamed(
      parseQuery(query, () => false),
      isScalar,
      (name) => name === "lr",
    );
  expect(named("metrics:loss < 1 and metrics:lr < 1")).toEqual(["m:last:loss", "m:last:lr"]);
  expect(named("lr < 1 and hparams:loss < 1")).toEqual([]);
});

it("only metrics are asked for, and each once", () => {
  expect(choicesOf(["h:lr", "m:last:loss", "m:min:loss", "m:last:loss"])).toEqual([
    { tag: "loss", take: "last" },
    { tag: "loss", take: "min" },
  ]);
});

it("a link names metrics only, each once", () => {
  const keys = ["m:last:loss", "h:lr", "m:last:loss", "", "m:min:loss"];
  expect(metricKeysOf(keys)).toEqual(["m:last:loss", "m:min:loss"]);
});

it("metrics that are logged once for a trial leave their columns to curves", () => {
  const tags = ["hparam/acc", "lr", "train/loss", "val/loss", "val/acc", "grad/norm"];
  expect(usualCurves(["hparam/acc"], tags, 3)).toEqual(["val/loss", "val/acc", "train/loss"]);
  expect(usualCurves(["hparam/acc"], ["hparam/acc"], 3)).toEqual([]);
});

it("declared metrics with curves are shown, and no others", () => {
  expect(usualCurves(["val/acc"], ["train/loss", "val/acc"], 3)).toEqual(["val/acc"]);
  expect(usualCurves([], ["lr", "train/loss", "val/acc"], 2)).toEqual(["val/acc", "train/loss"]);
});

describe("shownBeside", () => {
  const scalars = [
    { tag: "grad_norm", runs: ["a", "b", "c"] },
    { tag: "loss/test", runs: ["d"] },
    { tag: "loss/train", runs: ["a", "b", "c"] },
    { tag: "reward", runs: ["c"] },
  ];
  const all = ["a", "b", "c", "d"];

  it("is what most of the runs have that have nothing of what is shown", () => {
    expect(shownBeside(["loss/test"], scalars, all, [])).toBe("loss/train");
  });

  it("is nothing where half of the runs have a number, or there is none for the others", () => {
    expect(shownBeside(["loss/train"], scalars, all, [])).toBeNull();
    expect(shownBeside([], [], all, ["a"])).toBeNull();
    expect(shownBeside([], scalars, [], [])).toBeNull();
  });

  it("leaves no live run without a number", () => {
    expect(shownBeside(["loss/train"], scalars, all, ["d"])).toBe("loss/test");
    expect(shownBeside(["loss/train"], scalars, all, ["a"])).toBeNull();
  });
});
