import { describe, expect, it } from "vitest";
import { makeScale } from "../../../charts/rows/scale";
import { all } from "../../../charts/rows/testing";
import type { Importance } from "../../../api/importance";
import { scalesCodec } from "./codecs";
import { differs, scaleOf, usualAxes, usualHparams } from "./columns";
import { drawnRuns, mostRuns } from "./drawn-runs";
import {
  adviceTexts,
  barsOf,
  leftOutText,
  pText,
  rounded,
  signed,
  strongPairs,
  type ChartTexts,
} from "./importance";
import { layersOf, legendOf } from "./legend";
import { drawnTrend, radiiOf } from "./pair";
import { hparam } from "./testing";

describe("columns", () => {
  it("differ also by a missing value, and not by two NaNs", () => {
    expect(differs(hparam("a", [1, undefined]), all(2))).toBe(true);
    expect(differs(hparam("a", [NaN, NaN]), all(2))).toBe(false);
    expect(differs(hparam("a", [1, 1, 2]), all(2))).toBe(false);
  });

  it("are all shown where they are few, and else those that differ", () => {
    const lr = hparam("lr", [0.1, 0.2]);
    const batch = hparam("batch_size", [16, 16]);
    const missing = hparam("other", [undefined, undefined]);
    const names = (columns: ReturnType<typeof hparam>[]) =>
      usualHparams({ table: { columns, rows: 2 } as never, drawn: all(2) }).map(({ name }) => name);
    expect(names([lr, batch, missing])).toEqual(["lr", "batch_size"]);
    const many = Array.from({ length: 6 }, (_, i) => hparam(`same${i}`, [1, 1]));
    expect(names([lr, ...many])).toEqual(["lr"]);
  });

  it("are axes where they differ, unless none does", () => {
    const lr = hparam("lr", [0.1, 0.2]);
    const batch = hparam("batch_size", [16, 16]);
    const names = (columns: ReturnType<typeof hparam>[]) =>
      usualAxes({ table: { columns, rows: 2 } as never, drawn: all(2) }).map(({ name }) => name);
    expect(names([batch, lr])).toEqual(["lr"]);
    expect(names([batch])).toEqual(["batch_size"]);
  });

  it("keep their scale as long as the same rows are drawn", () => {
    const column = hparam("lr", [1e-4, 1e-2, 1]);
    const drawn = all(3);
    expect(scaleOf(column, drawn, undefined)).toBe(scaleOf(column, drawn, "log"));
    expect(scaleOf(column, all(3), "log")).not.toBe(scaleOf(column, drawn, "log"));
  });

  it("have scales in a link, whatever they are called", () => {
    const scales = new Map([["h:a:b,c", "log"] as const, ["m:last:x", "category"] as const]);
    expect(scalesCodec.parse(scalesCodec.format(scales))).toEqual(scales);
    expect(scalesCodec.parse("cubic:h:lr")).toBeUndefined();
  });
});

describe("the legend", () => {
  const ramp = Array.from({ length: 40 }, (_, i) => `#0000${(16 + i).toString(16)}`);

  it("has digits enough for 1e-4", () => {
    const lr = hparam(
      "lr",
      Array.from({ length: 40 }, (_, i) => 10 ** (-5 + i / 10)),
    );
    const legend = legendOf(lr, makeScale("log", lr, all(40)), all(40), ramp, "missing");
    expect(legend.bar?.ticks.map(({ label }) => label)).toContain("1e-4");
    expect(legend.bar?.stops[0]).toEqual({ share: 0, color: "#000010" });
    expect(legend.bar?.stops.at(-1)).toEqual({ share: 1, color: "#000037" });
    expect(layersOf(legend, "lr").map(({ name }) => name)).toContain("lr: 1e-4");
  });

  it("names each category, and what is missing", () => {
    const opt = hparam("opt", ["sgd", "adam", undefined]);
    const legend = legendOf(opt, makeScale("category", opt, all(3)), all(3), ramp, "missing");
    expect(legend).toEqual({
      bar: null,
      swatches: [
        { text: "adam", color: "#000011" },
        { text: "sgd", color: "#000010" },
        { text: "missing", color: "#000012" },
      ],
      more: 0,
    });
  });
});

describe("the scatter", () => {
  it("has a trend through rows inside only, cut at the edge of the chart", () => {
    const x = hparam("x", [0, 1, 2, 3, 4]);
    const y = hparam("y", [0, 10, 20, 30, 0]);
    const [across, upwards] = [makeScale("linear", x, all(5)), makeScale("linear", y, all(5))];
    const found = drawnTrend(across, upwards, all(5), Uint8Array.of(1, 1, 1, 1, 0));
    expect(found?.trend.r).toBeCloseTo(1, 6);
    expect(found?.trend.n).toBe(4);
    expect(found?.line[0].x).toBeCloseTo(0, 6);
    expect(found?.line[1].x).toBeCloseTo(0.75, 6);
    const words = makeScale("category", x, all(5));
    expect(drawnTrend(words, upwards, all(5), new Uint8Array(5).fill(1))).toBeNull();
  });

  it("has areas that grow evenly", () => {
    const size = makeScale("linear", hparam("s", [0, 1, 2, undefined]), all(4));
    const radii = radiiOf(size);
    expect(radii[0]).toBe(2.5);
    expect(radii[2]).toBe(10);
    expect((radii[1] ?? 0) ** 2).toBeCloseTo((2.5 ** 2 + 10 ** 2) / 2, 4);
    expect(radii[3]).toBe(2.5);
  });
});

describe("the curves", () => {
  const table = {
    rows: 4,
    columns: [],
    declared: [],
    walltime: new Float64Array(4),
    runs: ["a", "a", "b", "c"],
    numbers: Int32Array.of(0, 1, 0, 0),
    trials: Int32Array.of(2, 2, 1, 1),
  };

  it("are those of runs with the tag, those inside on top, each with its row inside", () => {
    const inside = Uint8Array.of(0, 1, 0, 1);
    const chosen = drawnRuns({ table, drawn: all(4), inside }, new Set(["a", "b", "c"]));
    expect(chosen.runs).toEqual(["b", "c", "a"]);
    expect([...chosen.rowOf]).toEqual([
      ["a", 1],
      ["c", 3],
      ["b", 2],
    ]);
    expect(drawnRuns({ table, drawn: all(4), inside }, new Set(["b"])).runs).toEqual(["b"]);
  });

  it("are no more than the eye can follow, those inside first", () => {
    const runs = Array.from({ length: 500 }, (_, i) => `run${i}`);
    const inside = Uint8Array.from(runs, (_, i) => Number(i >= 250));
    const many = { ...table, rows: 500, runs };
    const chosen = drawnRuns({ table: many, drawn: all(500), inside }, new Set(runs));
    expect(chosen.all).toBe(500);
    expect(chosen.runs).toHaveLength(mostRuns);
    expect(chosen.runs.filter((run) => Number(run.slice(3)) >= 250)).toHaveLength(250);
  });
});

describe("the importance", () => {
  const hparam = { group: "hparams" as const, spread: 0.05, p_value: 0.5, distinct: 3, missing: 0 };
  const answer: Importance = {
    trials: 3000,
    used: 2000,
    without_metric: 1,
    score: 0.4,
    advice: ["sampled"],
    hparams: [
      { ...hparam, name: "seed", importance: -0.001, correlation: 0.002 },
      { ...hparam, name: "opt", importance: null, correlation: null, p_value: null, distinct: 1 },
      { ...hparam, name: "lr", importance: 0.6, correlation: -0.72, p_value: 1e-30 },
    ],
    pairs: [
      { first: "lr", second: "seed", interaction: 0.004, spread: 0.001 },
      { first: "lr", second: "opt", interaction: 0.05, spread: 0.06 },
      { first: "opt", second: "seed", interaction: 0.08, spread: 0.02 },
    ],
  };

  const say: ChartTexts = (key, params = {}) => [key, ...Object.values(params)].join(" ");

  it("has the most important first, and those that are constant last", () => {
    expect(barsOf(answer, say).map(({ title, texts }) => [title, ...texts])).toEqual([
      ["lr", "0.60 ± 0.05", "−0.72", "< 1e-12", "3"],
      ["seed", "0.00 ± 0.05", "0.00", "0.5", "3"],
      ["opt", "constant", "–", "–", "1"],
    ]);
  });

  it("names pairs only that stand out of their spread", () => {
    expect(strongPairs(answer).map(({ first, second }) => `${first} ${second}`)).toEqual([
      "opt seed",
    ]);
  });

  it("says what has to be said in sentences", () => {
    expect(adviceTexts(answer, say)).toEqual(["sampled 2000 2999"]);
  });

  it("says which trials are left out", () => {
    const whole = { ...answer, without_metric: 0 };
    expect(leftOutText(whole, 0, say)).toBeNull();
    expect(leftOutText(whole, 4, say)).toBe("partial 4");
    expect(leftOutText(answer, 0, say)).toBe("withoutMetric 1");
    expect(leftOutText(answer, 4, say)).toBe("partialAndWithoutMetric 4 1");
  });

  it("writes numbers with a sign that can be read", () => {
    expect([signed(0.5), signed(-0.5), rounded(-0.02), pText(0.0123)]).toEqual([
      "+0.50",
      "−0.50",
      "−0.02",
      "0.012",
    ]);
  });
});
