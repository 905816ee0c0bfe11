import { expect, test } from "vitest";
import { importance } from "./importance";

const answer = {
  trials: 60,
  used: 55,
  without_metric: 5,
  score: 0.83,
  advice: ["few"],
  hparams: [
    {
      group: "hparams",
      name: "lr",
      importance: 0.61,
      spread: 0.07,
      correlation: -0.72,
      p_value: 1e-9,
      distinct: 5,
      missing: 2,
    },
    {
      group: "hparams",
      name: "opt",
      importance: null,
      spread: null,
      correlation: null,
      p_value: null,
      distinct: 1,
      missing: 0,
    },
  ],
  pairs: [{ first: "lr", second: "opt", interaction: 0.12, spread: 0.03 }],
};

test("an answer keeps null apart from zero", () => {
  const read = importance(answer, "importance");
  expect(read).toEqual(answer);
  expect(read.hparams[1]?.importance).toBeNull();
});

test("an advice that this page does not know is refused", () => {
  expect(() => importance({ ...answer, advice: ["guess"] }, "importance")).toThrow("advice[0]");
});
