import { describe, expect, it } from "vitest";
import { completionsAt } from "./complete";

const words = {
  names: ["lr", "opt", "loss/test", "loss/train", "weight decay"],
  valuesOf: (name: string) =>
    ({ opt: ["adam", "sgd", "two words"], augment: [true, false], lr: [0.1, 0.01] })[name] ?? [],
};

/** @param text - `|` marks the caret. */
function inserted(text: string): string[] {
  const caret = text.indexOf("|");
  const plain = text.replace("|", "");
  const { from, to, items } = completionsAt(plain, caret, words);
  return items.map(({ insert }) => plain.slice(0, from) + insert + plain.slice(to));
}

describe("while a query is written", () => {
  it.each<[string, string[]]>([
    ["|", ["lr", "opt", "loss/test", "loss/train", "`weight decay`"]],
    ["lo|", ["loss/test", "loss/train"]],
    ["tr|", ["loss/train"]],
    ["min(lo|", ["min(loss/test", "min(loss/train"]],
    ["wei|", ["`weight decay`"]],
    ["`wei|", ["`weight decay`"]],
    ["opt == |", ['opt == "adam"', 'opt == "sgd"', 'opt == "two words"']],
    ["opt == sg|", ['opt == "sgd"']],
    ['opt == "t|', ['opt == "two words"']],
    ["lr > 0.0|", ["lr > 0.01"]],
    ['opt in ["adam", sg|', ['opt in ["adam", "sgd"']],
    ["opt not in [|", ['opt not in ["adam"', 'opt not in ["sgd"', 'opt not in ["two words"']],
    [
      "opt == adam and l|",
      ["opt == adam and lr", "opt == adam and loss/test", "opt == adam and loss/train"],
    ],
    ["opt == adam |", ["opt == adam and", "opt == adam or"]],
    ["opt |", ["opt is missing", "opt in [", "opt not in ["]],
    ["lr|", []],
    ["(|", ["(lr", "(opt", "(loss/test", "(loss/train", "(`weight decay`"]],
    ["opt ? |", []],
  ])("%s", (text, completed) => {
    expect(inserted(text)).toEqual(completed);
  });

  it("what stands behind the caret stays", () => {
    expect(inserted("op| == adam")).toEqual(["opt == adam"]);
  });
});
