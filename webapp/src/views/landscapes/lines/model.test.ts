import { describe, expect, it } from "vitest";
import { PALETTE } from "../../../lib/colors";
import { landscapeOf, summaryOf } from "../testing";
import { figureOf } from "./figure";
import {
  apartNames,
  bandOf,
  bundlesOf,
  familiesOf,
  familyOf,
  isScore,
  lineColors,
  marksOf,
  readingOf,
} from "./model";

const line = (more: Parameters<typeof summaryOf>[0]) => summaryOf({ y: null, ...more });

describe("families", () => {
  it("are tags without the number of a repeat", () => {
    expect(familyOf("line/seed 3")).toBe("line");
    expect(familyOf("line_12")).toBe("line");
    expect(familyOf("towards")).toBe("towards");
    expect(familyOf("42")).toBe("42");
  });

  it("come with that of the most runs first", () => {
    const lines = [line({ tag: "one" }), line({ tag: "two" }), line({ tag: "two", run: "b" })];
    expect(familiesOf(lines)).toEqual(["two", "one"]);
  });
});

describe("bundlesOf", () => {
  const seeds = (...all: number[]) =>
    all.map((seed) => line({ id: String(seed), directions: { seed } }));

  it("bundles three repeats that differ in their seed only", () => {
    const [bundle, ...more] = bundlesOf(seeds(1, 2, 3), "landscape");
    expect(bundle?.summaries).toHaveLength(3);
    expect(more).toHaveLength(0);
  });

  it("keeps two repeats apart, and what was made otherwise", () => {
    expect(bundlesOf(seeds(1, 2), "landscape")).toHaveLength(2);
    const other = line({ id: "9", directions: { norm: "layer" } });
    expect(bundlesOf([...seeds(1, 2, 3), other], "landscape")).toHaveLength(2);
  });

  it("takes lines without a seed for no repeats, even where nothing but their tags differ", () => {
    const towards = ["b_1", "b_2", "b_3"].map((name) =>
      line({ tag: `line/${name}`, directions: { kind: "towards", seed: null } }),
    );
    const bundles = bundlesOf(towards, "line/b");
    expect(bundles).toHaveLength(3);
    expect(new Set(bundles.map(({ key }) => key)).size).toBe(3);
    expect(apartNames(bundles, () => [])).toEqual(["b_1", "b_2", "b_3"]);
  });

  it("has all families where none is wished", () => {
    expect(bundlesOf([line({ tag: "one" }), line({ tag: "two" })], null)).toHaveLength(2);
  });

  it("has the newest step of each run only", () => {
    const lines = [line({ step: 5, id: "new" }), line({ step: 1, id: "old" })];
    const ids = bundlesOf(lines, "landscape").flatMap(({ summaries }) =>
      summaries.map((s) => s.id),
    );
    expect(ids).toEqual(["new"]);
  });
});

describe("apartNames", () => {
  it("are empty for the only line of a run", () => {
    const lines = [line({ tag: "line/x" }), line({ tag: "line/y", run: "b" })];
    expect(apartNames(bundlesOf(lines, null), () => ["never"])).toEqual(["", ""]);
  });

  it("have the seed where the tag is the same", () => {
    const two = [1, 2].map((seed) => line({ id: String(seed), directions: { seed } }));
    const names = apartNames(bundlesOf(two, null), (each) => [`seed ${each.directions.seed}`]);
    expect(names).toEqual(["seed 1", "seed 2"]);
  });
});

describe("lineColors", () => {
  it("are those of the runs as long as each has one line", () => {
    expect(lineColors(["#123456", "#654321"])).toEqual(["#123456", "#654321"]);
  });

  it("distinguish the lines of one run, and are no other run's", () => {
    const [first = "", second = ""] = PALETTE;
    const found = lineColors([second, second, first, second]);
    expect([found[0], found[2]]).toEqual([second, first]);
    expect(new Set(found).size).toBe(4);
  });
});

describe("bandOf", () => {
  it("has the least, the median and the greatest of the numbers at each place", () => {
    const band = bandOf([
      Float64Array.of(1, NaN, NaN),
      Float64Array.of(3, 4, NaN),
      Float64Array.of(9, 6, Infinity),
    ]);
    expect([...band.low]).toEqual([1, 4, NaN]);
    expect([...band.median]).toEqual([3, 5, NaN]);
    expect([...band.high]).toEqual([9, 6, NaN]);
  });
});

it("reads scores on the right, and losses that only sound like one on the left", () => {
  for (const name of ["accuracy", "test/acc", "val_top5", "f1", "train/accuracy@1"])
    expect(isScore(name)).toBe(true);
  for (const name of ["loss", "accumulated", "stop", "account/loss"])
    expect(isScore(name)).toBe(false);
});

it("has each mark once, along x", () => {
  const [a, b] = [
    { name: "a", x: 1, y: 0 },
    { name: "b", x: 0, y: 0 },
  ];
  expect(marksOf([{ marks: [a, b] }, { marks: [a] }])).toEqual([b, a]);
});

describe("readingOf", () => {
  const x = Float64Array.of(-1, 0, 0.5, 1, 2);

  it("has the losses at the places, the minimum and the barrier", () => {
    const read = readingOf(x, Float64Array.of(9, 1, 4, 3, 0.5), [0, 1]);
    expect(read.at).toEqual([1, 3]);
    expect([read.minimum, read.minimumX]).toEqual([0.5, 2]);
    // The straight line from 1 to 3 is at 2 in the middle.
    expect(read.barrier).toBe(2);
  });

  it("has no barrier in a valley, and none to show without two places", () => {
    expect(readingOf(x, Float64Array.of(9, 3, 0, 3, 9), [0, 1]).barrier).toBe(0);
    expect(readingOf(x, Float64Array.of(9, 3, 0, 3, 9), [0]).barrier).toBeNaN();
  });

  it("has an infinite barrier where the loss is infinite between both", () => {
    expect(readingOf(x, Float64Array.of(1, 1, Infinity, 1, 1), [0, 1]).barrier).toBe(Infinity);
  });
});

describe("figureOf", () => {
  const of = (values: number[], id = "1", accuracy = [0.1, 0.9, 0.2]) =>
    landscapeOf({
      id,
      y: null,
      metrics: ["loss", "accuracy"],
      values: new Map([
        ["loss", Float64Array.from(values)],
        ["accuracy", Float64Array.from(accuracy)],
      ]),
    });
  const wish = { metrics: ["loss", "accuracy"], logLoss: false, cut: "0", band: true } as const;
  const drawn = { key: "a", name: "a", color: "#306ce2" };

  it("has losses on the left and scores on the right, in the run's color", () => {
    const { figure, origins } = figureOf([{ ...drawn, landscapes: [of([1, 0, 1])] }], wish);
    expect(figure.lines.map(({ axis, color }) => [axis, color])).toEqual([
      ["left", "#306ce2"],
      ["right", "#306ce2"],
    ]);
    expect(origins.map(({ metric }) => metric)).toEqual(["loss", "accuracy"]);
  });

  it("distinguishes values that have no height", () => {
    const { figure } = figureOf([{ ...drawn, landscapes: [of([1, NaN, Infinity])] }], wish);
    expect([...(figure.lines[0]?.nonFinite?.what ?? [])]).toEqual([0, 1]);
  });

  it("has repeats as a median with a band, or each by itself", () => {
    const landscapes = [of([1, 0, 1], "1"), of([2, 0, 3], "2"), of([3, 0, 9], "3")];
    const band = figureOf([{ ...drawn, landscapes }], wish).figure;
    expect([...(band.lines[0]?.y ?? [])]).toEqual([2, 0, 3]);
    expect(band.areas).toHaveLength(1);
    const apart = figureOf([{ ...drawn, landscapes }], { ...wish, band: false }).figure;
    expect(apart.lines).toHaveLength(6);
    expect(apart.areas).toHaveLength(0);
  });
});
