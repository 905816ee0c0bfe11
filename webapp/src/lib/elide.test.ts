import { describe, expect, test } from "vitest";
import { elide } from "./elide";

const widthOf = (text: string) => text.length;
const shown = (texts: readonly string[], room: number) => [...elide(texts, room, widthOf).values()];

describe("elide", () => {
  test("leaves alone what fits", () => {
    expect(shown(["adam", "sgd"], 4)).toEqual(["adam", "sgd"]);
  });

  test("takes the middle, and keeps more of the end", () => {
    expect(shown(["adam-lr0.003-width64", "adam-lr0.003-width8"], 14)).toEqual([
      "adam-l…width64",
      "adam-l…-width8",
    ]);
  });

  test("shows where names differ if that is neither the beginning nor the end", () => {
    const names = ["sweep-of-all/alpha=0.1/seed=4", "sweep-of-all/alpha=0.2/seed=4"];
    expect(shown(names, 14)).toEqual(["…0.1/seed=4", "…0.2/seed=4"]);
  });

  test("cuts elsewhere what would look like another", () => {
    const names = [
      "momentum-lr0.02-width64",
      "momentum-lr1.00-width64",
      "sgd-lr0.02-width64",
      "sgd-lr0.30-width64",
    ];
    expect(shown(names, 15)).toEqual([
      "…lr0.02-width64",
      "…lr1.00-width64",
      "sgd….02-width64",
      "…lr0.30-width64",
    ]);
  });

  test("numbers thousands of names without counting through them again and again", () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `sweep(lr=${i},batch=${i * 7})`);
    expect(new Set(shown(names, 3)).size).toBe(names.length);
  }, 10_000);

  test.each([1, 5, 10, 14, 20])("never makes names equal, in a room of %i", (room) => {
    const names = [0.1, 1, 10].flatMap((lr) =>
      [1, 2, 3, 4].flatMap((seed) =>
        [0.1, 0.01].map((alpha) => `lr=${lr}/alpha=${alpha}/layers=3/seed=${seed}`),
      ),
    );
    const seen = shown(names, room);
    expect(new Set(seen).size).toBe(names.length);
    if (room >= 10) expect(Math.max(...seen.map(widthOf))).toBeLessThanOrEqual(room + 2);
  });
});
