import { describe, expect, it } from "vitest";
import { mixed, ramp } from "./colours";

describe("mixed", () => {
  it("lies between two colours", () => {
    expect(mixed("#000000", "#ffffff", 0)).toBe("#000000");
    expect(mixed("#000", "#fff", 0.5)).toBe("#808080");
    expect(mixed("#102030", "#102030", 0.3)).toBe("#102030");
  });
});

describe("ramp", () => {
  it("ends at its colours, also beyond them", () => {
    const colour = ramp("#ffffff", "#306ce2");
    expect([colour(-1), colour(1), colour(2)]).toEqual(["#ffffff", "#306ce2", "#306ce2"]);
  });
});
