import { describe, expect, it } from "vitest";
import { mixed, ramp } from "./mixed";

describe("mixed", () => {
  it("lies between two colors", () => {
    expect(mixed("#000000", "#ffffff", 0)).toBe("#000000");
    expect(mixed("#000", "#fff", 0.5)).toBe("#808080");
    expect(mixed("#102030", "#102030", 0.3)).toBe("#102030");
  });
});

describe("ramp", () => {
  it("ends at its colors, also beyond them", () => {
    const color = ramp("#ffffff", "#306ce2");
    expect([color(-1), color(1), color(2)]).toEqual(["#ffffff", "#306ce2", "#306ce2"]);
  });
});
