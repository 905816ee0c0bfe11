import { describe, expect, it } from "vitest";
import { boxBeside } from "./tip-place";

describe("boxBeside", () => {
  const window = { width: 800, height: 600 };
  const box = { width: 300, height: 100 };

  it("is below and beside the cursor, or above it where there is no room", () => {
    expect(boxBeside({ x: 100, y: 300 }, box, window)).toEqual({ left: 124, top: 324 });
    expect(boxBeside({ x: 700, y: 550 }, box, window)).toEqual({ left: 376, top: 426 });
  });

  it("is below or above the cursor on narrow windows", () => {
    const narrow = { width: 360, height: 700 };
    expect(boxBeside({ x: 180, y: 200 }, box, narrow)).toEqual({ left: 8, top: 248 });
    expect(boxBeside({ x: 180, y: 600 }, box, narrow)).toEqual({ left: 8, top: 452 });
  });

  it("never leaves the window", () => {
    expect(boxBeside({ x: 200, y: 0 }, { width: 700, height: 900 }, window)).toEqual({
      left: 8,
      top: 8,
    });
  });
});

describe("inside a card", () => {
  const card = { left: 300, right: 640, top: 100, bottom: 380 };
  const box = { width: 200, height: 180 };
  const window = { width: 1400, height: 900 };

  it("is on the side where less of it lies over the neighbors", () => {
    expect(boxBeside({ x: 380, y: 150 }, box, window, card)).toEqual({ left: 404, top: 174 });
    expect(boxBeside({ x: 500, y: 150 }, box, window, card)).toEqual({ left: 276, top: 174 });
  });

  it("leaves the cards above and below free", () => {
    expect(boxBeside({ x: 380, y: 340 }, box, window, card).top).toBe(200);
  });

  it("is beside the card where it is higher than that, or where the window ends", () => {
    const high = { width: 200, height: 300 };
    expect(boxBeside({ x: 380, y: 150 }, high, window, card)).toEqual({ left: 404, top: 174 });
    const narrow = { width: 400, height: 800 };
    const only = { left: 10, right: 390, top: 100, bottom: 380 };
    expect(boxBeside({ x: 200, y: 150 }, box, narrow, only).top).toBe(198);
  });
});
