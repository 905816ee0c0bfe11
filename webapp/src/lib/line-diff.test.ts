import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff";

const signs = { same: " ", old: "-", new: "+" } as const;
const shown = (before: string, after: string): string =>
  lineDiff([...before], [...after])
    .map(({ kind, text }) => signs[kind] + text)
    .join("");

describe("lineDiff", () => {
  it.each([
    ["abc", "abc", " a b c"],
    ["", "ab", "+a+b"],
    ["ab", "", "-a-b"],
    ["", "", ""],
    ["abc", "axc", " a-b+x c"],
    ["abcabba", "cbabac", "-a-b c+b a b-b a+c"],
  ])("of %s and %s", (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it("keeps both texts, whatever they are", () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let round = 0; round < 300; round++) {
      const text = (): string[] =>
        Array.from(
          { length: Math.floor(random() * 12) },
          () => "abc"[Math.floor(random() * 3)] ?? "",
        );
      const [before, after] = [text(), text()];
      const lines = lineDiff(before, after);
      const without = (kind: string): string[] =>
        lines.filter((line) => line.kind !== kind).map(({ text: line }) => line);
      expect(without("new")).toEqual(before);
      expect(without("old")).toEqual(after);
    }
  });

  it("takes long texts without anything in common as they are", () => {
    const [before, after] = [0, 1].map((which) =>
      Array.from({ length: 20_000 }, (_, i) => `${which} ${i}`),
    ) as [string[], string[]];
    expect(lineDiff(before, after)).toHaveLength(40_000);
  });
});
