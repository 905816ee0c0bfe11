import { describe, expect, it } from "vitest";
import { commonHeight, widthAt } from "./widths";

const x = Float64Array.of(-1, 0, 1, 2, 3);
const valley = Float64Array.of(4, 0, 2, 1, 5);

describe("widthAt", () => {
  it("is linear between points", () => {
    // On the left 4 is reached within 1, on the right 2.
    expect(widthAt(x, valley, 0, 1)).toMatchObject({ width: 0.25 + 0.5, isOpen: false });
    expect(widthAt(x, valley, 2, 0.5)).toMatchObject({ width: 0.5 + 0.125, isOpen: false });
  });

  it("spans two valleys where the ridge between them is lower", () => {
    expect(widthAt(x, valley, 0, 3)).toMatchObject({ width: 0.75 + 2.5, isOpen: false });
  });

  it("is open at an end of the line, and where nothing is known", () => {
    expect(widthAt(x, valley, 0, 4.5)).toMatchObject({ width: 1 + 2.875, isOpen: true });
    expect(widthAt(x, Float64Array.of(4, 0, NaN, 1, 5), 0, 1)).toMatchObject({
      width: 0.25,
      isOpen: true,
    });
    expect(widthAt(x, valley, 7, 1).width).toBeNaN();
  });

  it("is rough where one side lies within a cell or two", () => {
    const fine = Float64Array.from({ length: 41 }, (_, i) => i / 10 - 2);
    const steep = fine.map((at) => (at < 0 ? 400 : 1) * at * at);
    expect(widthAt(fine, steep, 0, 1).isRough).toBe(true);
    expect(
      widthAt(
        fine,
        fine.map((at) => at * at),
        0,
        1,
      ).isRough,
    ).toBe(false);
  });

  it("ends before a wall without a height", () => {
    expect(widthAt(x, Float64Array.of(4, 0, Infinity, 1, 5), 0, 1)).toMatchObject({
      width: 0.25,
      isOpen: false,
    });
  });
});

describe("commonHeight", () => {
  const bowl = (steep: number) => x.map((each) => steep * each * each);

  it("is the greatest that separates all valleys", () => {
    expect(commonHeight([{ x, loss: bowl(4), places: [0] }])).toBe(1);
    const lines = [4, 0.3].map((steep) => ({ x, loss: bowl(steep), places: [0] }));
    expect(commonHeight(lines)).toBe(0.2);
  });

  it("finds valleys beside walls that are thousands of times as high", () => {
    const loss = [4, 0.6].map((steep) => bowl(steep));
    for (const each of loss) each[4] = 1e6;
    expect(commonHeight(loss.map((each) => ({ x, loss: each, places: [0] })))).toBe(0.5);
  });

  it("takes no heed of places that lie in no valley", () => {
    const slope = Float64Array.of(0, 1, 2, 3, 4);
    expect(commonHeight([{ x, loss: slope, places: [0] }])).toBeNull();
    const lines = [slope, bowl(4)].map((loss) => ({ x, loss, places: [0] }));
    expect(commonHeight(lines)).toBe(1);
    expect(commonHeight([])).toBeNull();
  });
});
