import { describe, expect, it } from "vitest";
import { deciding, type ChartCurve } from "./diverged";

const curve = (y: readonly number[], endsWithout = false): ChartCurve => ({
  y: Float64Array.from(y),
  endsWithout,
});
const steps = (count: number, at: (i: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, i) => at(i));
const falling = (from: number, to: number, count = 50): ChartCurve =>
  curve(steps(count, (i) => from * (to / from) ** (i / (count - 1))));
const several = (count: number, make: (i: number) => ChartCurve): ChartCurve[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** Whether each of the curves counts as a whole. */
const isWhole = (curves: readonly ChartCurve[]): readonly boolean[] =>
  deciding(curves).map((count, i) => count === curves[i]?.y.length);
const everyOne = (curves: readonly ChartCurve[]): boolean => isWhole(curves).every((each) => each);

const explodes = (count: number): readonly number[] => steps(count, (i) => 2.3 * 40 ** i);

describe("curves that diverged do not count", () => {
  it("where a quarter of them grew until they had no height any more", () => {
    const curves = [
      ...several(9, (i) => falling(2.3, 0.1 + i / 100)),
      ...several(3, () => curve([...explodes(9), NaN, NaN], true)),
    ];
    expect(deciding(curves)).toEqual([...Array<number>(9).fill(50), 0, 0, 0]);
  });

  it("where they stay far away without ever losing their height", () => {
    const away = curve([2.3, 80, 900, 1200, 800, 1100, 950, 1000]);
    expect(isWhole([...several(3, () => falling(2.3, 0.1)), away])).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("with few points", () => {
    const curves = [curve([2, 1]), curve([2, 1.5]), curve([2, 1e9, NaN], true)];
    expect(deciding(curves)).toEqual([2, 2, 0]);
  });

  it("where only one of two has a height at its end", () => {
    expect(deciding([falling(2.3, 0.1), curve([2.3, 4e5, NaN], true)])).toEqual([50, 0]);
  });

  it("downwards as well", () => {
    const down = curve([-1, -50, -4000, -1e6, -3e6, -2e6]);
    expect(isWhole([...several(4, () => falling(1, 0.5)), down]).at(-1)).toBe(false);
  });

  it("where a single point of one is far away", () => {
    const spike = steps(100, (i) => (i === 40 ? 1e21 : 1));
    const gentle = several(4, () => curve(steps(100, () => 1)));
    expect(deciding([...gentle, curve(spike)])).toEqual([100, 100, 100, 100, 0]);
  });

  it("whatever comes of live data after the verdict", () => {
    const others = several(3, () => falling(2.3, 0.1));
    const growing = [...explodes(6), 4e8, 1e8, 6e8, 2e8, 5e8];
    const verdicts = steps(growing.length, (i) => i + 1).map(
      (count) => isWhole([...others, curve(growing.slice(0, count))])[3],
    );
    // 2.3, 92: from the second point on it ends far above where all began.
    expect(verdicts).toEqual([true, ...Array<boolean>(10).fill(false)]);
  });
});

describe("where most curves come down, what goes far above where all began does not count", () => {
  it("though it is not ten times beyond, if it ends without a height", () => {
    // The demo: five losses of digits, and one that reaches 16 and is NaN then.
    const good = several(5, (i) => falling(2.45, 0.02 + i / 10, 100));
    const bad = curve([2.45, 1.2, 0.9, 4, 16.1, 9, NaN], true);
    expect(deciding([...good, bad])).toEqual([100, 100, 100, 100, 100, 0]);
  });

  it("though it is not a hundred times beyond, if it ends up there", () => {
    const good = [falling(3.2, 1.16), falling(3.1, 1.2)];
    const bad = curve([3.2, 2.4, 1.9, 5, 18, 40, 66, 72]);
    expect(isWhole([...good, bad])).toEqual([true, true, false]);
  });

  it("and downwards as well", () => {
    const good = several(3, () => falling(-1000, -90));
    expect(isWhole([...good, curve([-900, -1500, -4100, -5000, -4800])]).at(-1)).toBe(false);
  });
});

describe("what does not come down says nothing by where it began", () => {
  const growing = (to: number): ChartCurve => curve(steps(50, (i) => 1 + ((to - 1) * i) / 49));

  it("such as rewards from 1 to 500, throughput and accuracies", () => {
    expect(everyOne([growing(500), growing(300), growing(20), growing(8)])).toBe(true);
    const slowFirst = several(4, (i) => curve([10, ...steps(30, () => 800 + 50 * i)]));
    expect(everyOne([...slowFirst, curve([10, ...steps(30, () => 4000)])])).toBe(true);
    expect(everyOne([falling(0.1, 0.09), growing(0.98), growing(0.95)])).toBe(true);
  });

  it("such as a constant rate of 0.1 among others of 50, or others of 50 among 0.1", () => {
    const rate = (at: number): ChartCurve => curve(steps(20, () => at));
    expect(everyOne([rate(0.1), rate(0.1), rate(0.1), rate(50)])).toBe(true);
    expect(everyOne([rate(50), rate(50), rate(50), rate(0.1)])).toBe(true);
  });
});

describe("where most curves come down", () => {
  it("a rate that falls from 50 counts among others that fall from 0.1", () => {
    expect(everyOne([...several(4, () => falling(0.1, 1e-4)), falling(50, 1e-3)])).toBe(true);
  });

  it("one that warmed up and comes down, too, or rests, counts", () => {
    const cycle = curve([...steps(10, (i) => 5 * i), ...steps(60, (i) => 50 * (1 - i / 59))]);
    const warm = curve([...steps(10, (i) => 5 * i), ...steps(60, () => 50)]);
    expect(everyOne([...several(4, () => falling(0.1, 0.01)), cycle])).toBe(true);
    expect(everyOne([...several(4, () => falling(0.1, 0.01)), warm])).toBe(true);
  });

  it("one that overfits, or has a spike and comes back, counts", () => {
    const good = several(3, () => falling(2.3, 0.4));
    expect(everyOne([...good, curve([2.3, 1, 0.9, 1.4, 2.2, 3.1, 4, 4.4])])).toBe(true);
    expect(everyOne([...good, curve([2.3, 1.5, 12, 3, 1.1, 0.9, 0.8, 0.7])])).toBe(true);
  });

  it("of two that end in a number, none is the rule", () => {
    expect(everyOne([falling(2.3, 0.4), curve([2.3, 4, 9, 14, 15])])).toBe(true);
  });
});

describe("a single curve", () => {
  it("counts until it explodes", () => {
    const y = [...steps(60, (i) => 2 - i / 60), 50, 1e6, 1e10];
    expect(deciding([curve(y)])).toEqual([60]);
  });

  it("that ends without a height counts until it explodes, sooner", () => {
    expect(deciding([curve([2, 1.5, 1.2, 1, 30, 900, NaN], true)])).toEqual([4]);
  });

  it("counts as a whole where it only falls, or grows all along", () => {
    expect(everyOne([falling(1e3, 1e-2)])).toBe(true);
    // The rate of a range test.
    expect(everyOne([falling(1e-7, 10, 100)])).toBe(true);
    expect(everyOne([falling(1e-7, 10, 9)])).toBe(true);
    expect(everyOne([curve(steps(100, (i) => i * 1e7))])).toBe(true);
  });

  it("counts as a whole where it leaves zero, or has hardly a point", () => {
    expect(everyOne([curve([...steps(60, () => 0), 0.5, 1, 1])])).toBe(true);
    expect(everyOne([curve([1, 1e9])])).toBe(true);
    expect(everyOne([curve([1])])).toBe(true);
    expect(everyOne([curve([])])).toBe(true);
  });
});

describe("a legitimate spread counts", () => {
  it("where values differ from run to run, each constant", () => {
    const rates = [0.001, 0.001, 0.001, 0.001, 0.1, 0.1, 50, 50, 50];
    expect(everyOne(rates.map((rate) => curve(steps(20, () => rate))))).toBe(true);
  });

  it("where the far ones only warm up", () => {
    const warm = curve([...steps(10, (i) => 5 * i), ...steps(30, () => 50)]);
    const down = curve([...steps(10, (i) => 5 * i), ...steps(50, (i) => 50 - i)]);
    const others = several(4, () => curve(steps(40, () => 0.1)));
    expect(everyOne([...others, warm])).toBe(true);
    expect(everyOne([...others, down])).toBe(true);
  });

  it("where all fall from a thousand to a hundredth", () => {
    expect(everyOne(several(6, (i) => falling(1e3 * (i + 1), 1e-2)))).toBe(true);
  });

  it("where some have another unit", () => {
    expect(everyOne([...several(4, () => falling(2, 0.1)), falling(1e5, 2e4)])).toBe(true);
  });

  it("where there are two only", () => {
    expect(everyOne([falling(2, 0.1), falling(2e6, 1e5)])).toBe(true);
    expect(everyOne([falling(2, 0.1), curve([2, 90, 1100, 1300, 1200, 1000])])).toBe(true);
  });

  it("where most have nothing but zeros, as rewards have that only some runs reach", () => {
    const none = several(6, () => curve(steps(30, () => 0)));
    expect(everyOne([...none, curve([0, 0, 0, 0.4, 0.8, 1])])).toBe(true);
  });

  it("where all diverged", () => {
    expect(deciding(several(3, () => curve([2, 1e9, NaN], true)))).toEqual([3, 3, 3]);
  });
});
