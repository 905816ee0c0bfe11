import { describe, expect, it } from "vitest";
import { boxBeside } from "./beside";

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
