import { describe, expect, it } from "vitest";
import { bestOf, fuzzyMarks, fuzzyScore, parseFuzzy } from "./fuzzy";

const ranked = (query: string, ...texts: string[]): readonly string[] =>
  bestOf(texts, (text) => fuzzyScore(parseFuzzy(query), text.toLowerCase()), 10);

describe("fuzzyScore", () => {
  it("puts the begin of a text first, then that of a word, then any place, then scattered letters", () => {
    expect(ranked("loss", "l-o-s-s", "gloss", "train/loss", "loss/train")).toEqual([
      "loss/train",
      "train/loss",
      "gloss",
      "l-o-s-s",
    ]);
  });

  it("leaves out what lacks a word, or a letter of it", () => {
    expect(ranked("train loss", "train/loss", "test/loss", "train/acc")).toEqual(["train/loss"]);
    expect(ranked("lss", "loss", "los")).toEqual(["loss"]);
  });

  it("leaves out letters that are far apart", () => {
    expect(ranked("abc", "a-long-way-before-that-comes")).toEqual([]);
  });

  it("prefers the shorter of two texts that match alike", () => {
    expect(ranked("acc", "accuracy/of/validation", "accuracy")).toEqual([
      "accuracy",
      "accuracy/of/validation",
    ]);
  });

  it("knows no case", () => {
    expect(ranked("RESNET", "models/ResNet50")).toEqual(["models/ResNet50"]);
  });

  it("matches everything when nothing is asked for", () => {
    expect(fuzzyScore(parseFuzzy("  "), "anything")).toBeGreaterThan(0);
  });
});

describe("fuzzyMarks", () => {
  const marked = (query: string, text: string): string =>
    fuzzyMarks(parseFuzzy(query), text.toLowerCase())
      .map((on, i) => (on ? text[i]?.toUpperCase() : text[i]))
      .join("");

  it("marks words where they stand", () => {
    expect(marked("loss tr", "train/loss")).toBe("TRain/LOSS");
  });

  it("marks scattered letters as close together as they are", () => {
    expect(marked("lss", "a loss")).toBe("a LoSS");
  });
});

describe("bestOf", () => {
  it("keeps as many as are wanted, best first, equal ones in their order", () => {
    const items = [1, 5, 3, 5.5, 0, 4, 5.2];
    expect(bestOf(items, (item) => Math.floor(item), 4)).toEqual([5, 5.5, 5.2, 4]);
  });
});
