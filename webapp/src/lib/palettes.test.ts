import { describe, expect, it } from "vitest";
import { colorOf, hexOf, PALETTES, stops } from "./palettes";

describe("colorOf", () => {
  it("ends where the palette ends, also beyond it", () => {
    expect(hexOf(colorOf("viridis", 0))).toBe("#440154");
    expect(hexOf(colorOf("viridis", 1))).toBe("#fde725");
    expect(colorOf("magma", -3)).toEqual(colorOf("magma", 0));
    expect(colorOf("magma", 7)).toEqual(colorOf("magma", 1));
    expect(colorOf("magma", NaN)).toEqual(colorOf("magma", 0));
  });

  it("has in the middle what its makers say", () => {
    expect(hexOf(colorOf("viridis", 0.5))).toBe("#21918c");
    expect(hexOf(colorOf("rdbu", 0.5))).toBe("#f7f6f6");
    expect(hexOf(colorOf("jet", 0.5))).toBe("#80ff80");
  });

  it("takes the first palette in place of one that is not known", () => {
    expect(colorOf("of-another-time", 0.3)).toEqual(colorOf("viridis", 0.3));
  });

  it("grows lighter all the way in the palettes that are made for it", () => {
    for (const palette of ["viridis", "cividis", "magma", "greys"]) {
      const light = Array.from({ length: 101 }, (_, i) => {
        const [red, green, blue] = colorOf(palette, i / 100);
        return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2;
      });
      light.slice(1).forEach((value, i) => expect(value).toBeGreaterThan(light[i] ?? Infinity));
    }
  });
});

describe("stops", () => {
  it("are as many colors as asked, from end to end", () => {
    expect(stops("greys", 3)).toEqual(["#1c1f24", "#888a8e", "#f4f5f7"]);
    expect(stops("greys", 1)).toEqual(["#888a8e"]);
    for (const { id } of PALETTES) {
      expect(stops(id, 5)).toHaveLength(5);
      expect(stops(id, 9).every((css) => /^#[0-9a-f]{6}$/.test(css))).toBe(true);
    }
  });
});
