import { describe, expect, it } from "vitest";
import { fuzzyMarks, fuzzyScore, parseFuzzy } from "./fuzzy";

const ranked = (query: string, ...texts: string[]): readonly string[] =>
  texts
    .map((text) => ({ text, score: fuzzyScore(parseFuzzy(query), text.toLowerCase()) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ text }) => text);

describe("fuzzyScore", () => {
  it("puts the whole text first, then its begin, that of a word, any place, scattered letters", () => {
    expect(ranked("loss", "l-o-s-s", "gloss", "train/loss", "loss/train", "loss")).toEqual([
      "loss",
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

  it("counts words by the one that matches least", () => {
    expect(ranked("log y", "logarithmic x by y", "clog y", "log y axis")).toEqual([
      "log y axis",
      "logarithmic x by y",
      "clog y",
    ]);
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
