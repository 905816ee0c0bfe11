import { expect, it } from "vitest";
import { greatestOfAll, tellGreatest } from "./scale";

it("is one scale for the matrices in sight of what is compared", () => {
  const leave = ([45, 51, 48] as const).map((greatest) => tellGreatest("digits", greatest));
  tellGreatest("letters", 900);
  expect(greatestOfAll("digits")).toBe(51);
  leave[1]?.();
  expect(greatestOfAll("digits")).toBe(48);
  leave[0]?.();
  leave[2]?.();
  expect(greatestOfAll("digits")).toBe(0);
});
