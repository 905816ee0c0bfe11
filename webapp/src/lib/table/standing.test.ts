import { describe, expect, it } from "vitest";
import { metric } from "./testing";
import { contender, contendersOf, standingOf, t95 } from "./standing";

describe("t95", () => {
  // scipy.stats.t.ppf(0.975, freedom)
  it.each([
    [1, 12.706205],
    [2, 4.302653],
    [4, 2.776445],
    [5, 2.570582],
    [9, 2.262157],
    [29, 2.04523],
    [200, 1.971896],
  ])("of %i degrees of freedom", (freedom, quantile) => {
    expect(Math.abs(t95(freedom) - quantile)).toBeLessThan(0.001);
  });
});

describe("contender", () => {
  it("has the interval that SciPy gives", () => {
    // scipy.stats.t.interval(0.95, 2, loc=mean, scale=sem) of [0.5087, 0.5114, 0.571]
    const { mean = NaN, half = NaN } = contender("a", [0.5087, 0.5114, 0.571]) ?? {};
    expect(mean).toBeCloseTo(0.5303667, 6);
    expect(half).toBeCloseTo(0.0874799, 5);
  });

  it("leaves out what is not finite, and has no interval of one", () => {
    expect(contender("a", [NaN, 2, Infinity])).toEqual({ key: "a", n: 1, mean: 2, half: null });
    expect(contender("a", [NaN])).toBeNull();
    expect(contender("a", [])).toBeNull();
  });
});

describe("standingOf", () => {
  const at = (key: string, mean: number, half: number | null) => ({ key, n: 3, mean, half });

  it("goes by what is better", () => {
    const all = [at("a", 1, null), at("b", 3, null), at("c", 2, null)];
    expect(standingOf(all, "min")).toMatchObject({
      leader: { key: "a" },
      next: { key: "c" },
      gap: 1,
    });
    expect(standingOf(all, "max")).toMatchObject({
      leader: { key: "b" },
      next: { key: "c" },
      gap: 1,
    });
  });

  it("is decided where intervals lie apart, and not where one is not known", () => {
    expect(standingOf([at("a", 1, 0.1), at("b", 2, 0.2)], "min")?.isDecided).toBe(true);
    expect(standingOf([at("a", 1, 0.6), at("b", 2, 0.6)], "min")?.isDecided).toBe(false);
    expect(standingOf([at("a", 1, 0.6), at("b", 2, null)], "min")?.isDecided).toBeNull();
  });

  it("has nobody behind a single one, and nobody at all of none", () => {
    expect(standingOf([at("a", 1, null)], "min")).toMatchObject({ next: null, gap: null });
    expect(standingOf([], "min")).toBeNull();
  });
});

describe("contendersOf", () => {
  const column = metric("loss", [1, NaN, undefined, 2, 4]);

  it("leaves out rows without a finite number", () => {
    const all = contendersOf(column, [0, 1, 2, 3], (row) => `run${row}`);
    expect(all.map(({ key }) => key)).toEqual(["run0", "run3"]);
  });

  it("puts rows of one key together", () => {
    const all = contendersOf(column, [0, 1, 3, 4], (row) => (row < 2 ? "a" : "b"));
    expect(all).toMatchObject([
      { key: "a", n: 1, mean: 1, half: null },
      { key: "b", n: 2, mean: 3 },
    ]);
  });
});
