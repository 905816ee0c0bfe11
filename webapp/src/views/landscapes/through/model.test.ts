import { valueRange } from "../../../charts/histogram/heights";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../../lib/table/write";
import { modesOf } from "../model";
import { landscapeOf, summaryOf } from "../testing";
import { numberRows } from "./download";
import { aboveOf, figureOf, linesOf } from "./figure";
import { evolutionsOf, numbersOf } from "./model";

const words = { top: "λ", edge: "2 / lr", critical: "critical", x: "step", y: "eigenvalue" };
const x = Float64Array.from({ length: 101 }, (_, i) => i / 10);

/** With a density of 1 around 0 and of a hundredth around the largest eigenvalue. */
function snapshot(step: number, top: number, rate: number | null = 0.5) {
  return landscapeOf({
    step,
    x: Float64Array.of(0),
    y: null,
    values: new Map([["loss", Float64Array.of(1 / (1 + step))]]),
    center: new Map([["loss", 1 / (1 + step)]]),
    settings: { mode: "spectrum", learning_rate: rate === null ? [] : [rate], parameters: 1000 },
    curvature: {
      eigenvalues: Float64Array.of(top, -0.5),
      errors: Float64Array.of(0.25, 0.1),
      trace: 12,
      trace_error: 0.5,
      samples: 64,
      critical_sharpness: step === 0 ? null : 3,
      critical_error: step === 0 ? null : 0.03,
      density: {
        x,
        y: x.map((at) => (at < 0.5 ? 1 : Math.abs(at - top) < 0.5 ? 0.01 : 0)),
      },
    },
  });
}

const one = (step: number, id = "1", tag = "landscape/curvature") =>
  summaryOf({ step, id, tag, y: null, curvature: true, settings: { mode: "spectrum" } });

describe("the snapshots of a training", () => {
  it("have a mode of their own, and are neither lines nor what lies in the middle", () => {
    expect(modesOf([one(0)])).toEqual(["through"]);
    expect(modesOf([one(0), summaryOf({ curvature: true })])).toEqual([
      "process",
      "comparison",
      "curvature",
      "through",
    ]);
  });

  it("are one picture for each recorder, by step, of each step the newest", () => {
    const all = [one(10, "b"), one(10, "a"), one(0), one(5, "1", "teacher/curvature"), summaryOf()];
    expect(
      evolutionsOf(all).map(({ tag, summaries }) => [tag, summaries.map(({ id }) => id)]),
    ).toEqual([
      ["landscape/curvature", ["1", "b"]],
      ["teacher/curvature", ["1"]],
    ]);
  });

  it("are thinned where there are very many, the first and the last among them", () => {
    const all = Array.from({ length: 1000 }, (_, step) => one(step));
    const [evolution] = evolutionsOf(all);
    const steps = evolution?.summaries.map(({ step }) => step) ?? [];
    expect([steps.length, steps[0], steps.at(-1), evolution?.count]).toEqual([128, 0, 999, 1000]);
    expect(new Set(steps).size).toBe(128);
  });
});

describe("the picture", () => {
  const snapshots = [snapshot(0, 2), snapshot(10, 4)];

  it("has a column for each step, darker where there are more eigenvalues, by the logarithm", () => {
    const { layers } = figureOf(snapshots, ["top"], words, "#000000");
    const [layer] = layers;
    expect([...(layer?.at ?? [])]).toEqual([0, 10]);
    expect([...(layer?.offset ?? [])]).toEqual([0, 160, 320]);
    const share = (step: number, value: number): number => {
      const row = Math.floor((value / 10) * 160);
      return (layer?.counts[160 * step + row] ?? NaN) ** 0.6;
    };
    expect(share(0, 0.2)).toBeCloseTo(1);
    // Two decades below of the four that a thousand parameters want.
    expect(share(0, 2)).toBeCloseTo(0.5);
    expect(share(1, 2)).toBe(0);
    expect(share(1, 4)).toBeCloseTo(0.5);
  });

  it("has lines of what belongs to each step, with gaps where it is not known", () => {
    const numbers = snapshots.map(numbersOf);
    const all = linesOf(numbers, { top: true, edge: true, critical: true });
    const [layer] = figureOf(snapshots, all, words, "#000000").layers;
    expect(layer?.curves?.map(({ name, values }) => [name, [...values]])).toEqual([
      ["λ", [2, 4]],
      ["2 / lr", [4, 4]],
      ["critical", [NaN, 3]],
    ]);
  });

  it("has no line of what nobody knows, or nobody wants", () => {
    const numbers = [snapshot(0, 2, null)].map(numbersOf);
    expect(linesOf(numbers, { top: true, edge: true, critical: true })).toEqual(["top"]);
    expect(linesOf(snapshots.map(numbersOf), { top: true, edge: false, critical: false })).toEqual([
      "top",
    ]);
  });

  it("is not flattened by a learning rate that is far too small", () => {
    const one = snapshot(0, 2, 0.001);
    const figure = figureOf([one], ["top", "edge"], words, "#000000");
    const [layer] = figure.layers;
    expect(layer?.edges.at(-1)).toBeCloseTo(10);
    expect([...(layer?.curves?.[1]?.values ?? [])]).toEqual([NaN]);
    // What is not seen is counted.
    const above = aboveOf(figure, [numbersOf(one)], ["top", "edge"]);
    expect([...above]).toEqual([["edge", 2000]]);
  });

  it("is there without densities", () => {
    const bare = { ...snapshot(0, 2), curvature: null };
    const { layers } = figureOf([bare], ["top"], words, "#000000");
    expect(layers[0]?.counts).toHaveLength(160);
    // The lines have an axis all the same.
    expect(valueRange(layers)).not.toBeNull();
  });
});

it("has a row of every snapshot, and nothing for what is not known", () => {
  expect(csvOf(numberRows([numbersOf(snapshot(0, 2, null))]))).toBe(
    "step,loss,top_eigenvalue,top_eigenvalue_uncertainty,2_over_learning_rate,critical_sharpness," +
      "critical_sharpness_uncertainty,trace,trace_uncertainty\r\n0,1,2,0.25,,,,12,0.5\r\n",
  );
});
