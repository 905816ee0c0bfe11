import { expect, it } from "vitest";
import { fittedLabel } from "./fitted-label";

/** A letter is as wide as another. */
const widthOf = (text: string): number => 8 * text.length;

it("keeps what tells a name from those that are short enough", () => {
  const names = [
    "net/adam-lr0.1/seed0",
    "transformer/adam-lr0.1/seed0",
    "transformer/adam-lr0.1/seed1",
  ];
  const room = 20 * 8;
  expect(names.map((name) => fittedLabel(name, names, room, widthOf))).toEqual([
    "net/adam-lr0.1/seed0",
    "transfor…lr0.1/seed0",
    "transfor…lr0.1/seed1",
  ]);
});

it("leaves out words that all share before anything else", () => {
  const names = [1, 2, 3].map((seed) => `a-very-long-name-of-everything-seed${seed}`);
  expect(names.map((name) => fittedLabel(name, names, 80, widthOf))).toEqual([
    "…seed1",
    "…seed2",
    "…seed3",
  ]);
});
