import { describe, expect, it } from "vitest";
import { deciding, type Curve } from "./diverged";

const curve = (y: readonly number[], endsWithout = false): Curve => ({
  y: Float64Array.from(y),
  endsWithout,
});
const steps = (count: number, at: (i: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, i) => at(i));
const falling = (from: number, to: number, count = 50): Curve =>
  curve(steps(count, (i) => from * (to / from) ** (i / (count - 1))));
const several = (count: number, make: (i: number) => Curve): Curve[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** Whether each of the curves counts as a whole. */
const isWhole = (curves: readonly Curve[]): readonly boolean[] =>
  deciding(curves).map((count, i) => count === curves[i]?.y.length);
const everyOne = (curves: readonly Curve[]): boolean => isWhole(curves).every((each) => each);

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
    // 2.3, 92, 3,680: from the third point on it is a hundred times beyond.
    expect(verdicts).toEqual([true, true, ...Array<boolean>(9).fill(false)]);
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
