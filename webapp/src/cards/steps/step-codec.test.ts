import { expect, it } from "vitest";
import { cardSteps, stepChoice, type CardStep } from "./step-codec";

it("the steps of cards survive being written into an address", () => {
  const steps: CardStep[] = [
    ["a,b\nrun", -3],
    ["train/loss", 9007199254740991],
  ];
  expect(cardSteps.parse(cardSteps.format(steps))).toEqual(steps);
  expect(cardSteps.parse("")).toEqual([]);
});

it("a step that is no integer is left out, and half a pair refuses the whole", () => {
  expect(cardSteps.parse("a,1.5,b,2,c,")).toEqual([["b", 2]]);
  expect(cardSteps.parse("a,1,b")).toBeUndefined();
});

it("only the last ones of very many are written", () => {
  const many = Array.from({ length: 60 }, (_, i): CardStep => [`tag${i}`, i]);
  const read = cardSteps.parse(cardSteps.format(many));
  expect(read).toHaveLength(50);
  expect(read?.at(-1)).toEqual(["tag59", 59]);
});

it("the newest step is written as nothing", () => {
  expect(stepChoice.format(null)).toBe("");
  expect(stepChoice.parse("")).toBeNull();
  expect(stepChoice.parse("-7")).toBe(-7);
  expect(stepChoice.parse("x")).toBeUndefined();
});
