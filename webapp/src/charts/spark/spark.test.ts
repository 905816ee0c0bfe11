import { describe, expect, it } from "vitest";
import { sharedRange, sparkOf } from "./spark";

const box = { width: 104, height: 24, margin: 2 };
const none = new Float64Array();
const array = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

describe("a small curve", () => {
  it("fills its box", () => {
    const { path, end, broken } = sparkOf(array(0, 5, 10), array(1, 3, 2), none, box);
    expect(path).toBe("M2.0 22.0L52.0 2.0L102.0 12.0");
    expect(end).toEqual([102, 12]);
    expect(broken).toBeNull();
  });

  it("is one point in the middle where there is one", () => {
    expect(sparkOf(array(7), array(3), none, box).end).toEqual([52, 12]);
  });

  it("has a gap where values are not finite", () => {
    const { path } = sparkOf(array(0, 5, 10), array(1, NaN, 2), none, box);
    expect(path).toBe("M2.0 22.0M102.0 2.0");
  });

  it("shows where it broke off, and not of what came back", () => {
    expect(sparkOf(array(0, 5), array(1, 2), array(8, 10), box).broken).toBe(102);
    expect(sparkOf(array(0, 10), array(1, 2), array(5), box).broken).toBeNull();
    expect(sparkOf(array(0, 10), array(1, NaN), none, box).broken).toBe(102);
  });

  it("without any height is broken from its begin", () => {
    expect(sparkOf(array(0), array(NaN), none, box)).toEqual({ path: "", end: null, broken: 2 });
    expect(sparkOf(none, none, none, box).broken).toBeNull();
  });

  it("is cut where it leaves the given heights, with an arrow and no end", () => {
    const { path, end } = sparkOf(array(0, 10), array(0, 20), none, box, [0, 10]);
    expect(path).toBe("M2.0 22.0L52.0 2.0M49.5 4.5l2.5 -2.5l2.5 2.5");
    expect(end).toBeNull();
  });

  it("is no plateau beyond the heights: it comes back where it does", () => {
    const { path } = sparkOf(array(0, 10, 20, 30), array(0, 20, 30, 0), none, box, [0, 10]);
    const [, ...parts] = path.split("M");
    expect(parts).toHaveLength(3);
    expect(parts[2]).toBe("90.9 2.0L102.0 22.0");
  });

  it("beyond the heights from its begin is an arrow alone, and below them points down", () => {
    const above = sparkOf(array(0, 10), array(50, 60), none, box, [0, 10]);
    expect(above.path).toBe("M-0.5 4.5l2.5 -2.5l2.5 2.5");
    const below = sparkOf(array(0, 10), array(10, -10), none, box, [0, 10]);
    expect(below.path).toBe("M2.0 2.0L52.0 22.0M49.5 19.5l2.5 2.5l2.5 -2.5");
  });
});

const whole = (...numbers: number[]) => ({ y: array(...numbers), endsWithout: false });

describe("heights of several curves", () => {
  it("hold all of them where they are alike", () => {
    expect(sharedRange([whole(1, 2), whole(0, 3), whole(2, 4)])).toEqual([0, 4]);
  });

  it("leave out what diverged, as the large chart does", () => {
    const good = [whole(3.2, 2, 1.2), whole(3.1, 2, 1.1)];
    expect(sharedRange([...good, whole(3.2, 9, 40, 72)])).toEqual([1.1, 3.2]);
    expect(sharedRange([...good, { y: array(3, 40), endsWithout: true }])).toEqual([1.1, 3.2]);
  });

  it("hold curves that are merely far from most", () => {
    expect(sharedRange([whole(0, 1), whole(0, 1), whole(2, 9)])).toEqual([0, 9]);
    expect(sharedRange([whole(1, 1), whole(5, 5)])).toEqual([1, 5]);
  });

  it("are none where nothing is finite", () => {
    expect(sharedRange([whole(NaN), whole()])).toBeNull();
  });
});
