import { expect, it } from "vitest";
import { column, metric, table } from "../../lib/table/testing";
import { givenOf, neighborsOf, rowsOf, settingsOf } from "./given";

const trials = {
  ...table([
    column("lr", [0.1, 0.01, 0.01]),
    column("opt", ["adam", "sgd", undefined]),
    column("seed", [1, undefined, undefined]),
    column("python", ["3.11", "3.12", "3.12"], "environment"),
    metric("loss", [1, 2, 3]),
  ]),
  runs: ["a", "b", "b"],
};

it("a run shows what it was given, each value of its trials once", () => {
  expect(rowsOf(trials, "b")).toEqual([1, 2]);
  expect(givenOf(trials, rowsOf(trials, "a"), "hparams")).toEqual([
    { name: "lr", text: "0.1" },
    { name: "opt", text: "adam" },
    { name: "seed", text: "1" },
  ]);
  expect(givenOf(trials, rowsOf(trials, "b"), "hparams")).toEqual([
    { name: "lr", text: "0.01" },
    { name: "opt", text: "sgd" },
  ]);
  expect(givenOf(trials, rowsOf(trials, "b"), "environment")).toEqual([
    { name: "python", text: "3.12" },
  ]);
});

it("a run that is not there was given nothing", () => {
  expect(rowsOf(trials, "c")).toEqual([]);
  expect(givenOf(trials, [], "hparams")).toEqual([]);
});

it("each run has the one before and the one after it", () => {
  expect(neighborsOf(["a", "b", "c"], "b")).toEqual({ previous: "a", next: "c", place: 1 });
  expect(neighborsOf(["a"], "a")).toEqual({ previous: null, next: null, place: 0 });
  expect(neighborsOf(["a"], "x")).toEqual({ previous: null, next: null, place: -1 });
});

it("a pipeline is shown without stages that a run has not, and settings that are not set", () => {
  const given = [
    { name: "train/Crop", text: "true" },
    { name: "train/Flip", text: "false" },
    { name: "train/Crop.padding", text: "null" },
    { name: "train/Crop.size[1]", text: "28" },
    { name: "train/Crop.fill", text: "false" },
  ];

  expect(settingsOf(given).map(({ name }) => name)).toEqual(["train/Crop", "train/Crop.fill"]);
});
