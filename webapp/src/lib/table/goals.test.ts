import { expect, it } from "vitest";
import { goalOf, guessedGoal } from "./goals";

it.each([
  "accuracy/test",
  "val_acc",
  "valAcc",
  "test/F1",
  "mean reward",
  "r2",
  "AUC",
  "top1",
  "mAP",
])("more %s is better", (name) => {
  expect(guessedGoal(name)).toBe("max");
});

it.each(["loss/test", "perplexity", "accuracy_loss", "time", "error", "x", "place", "损失"])(
  "less %s is better",
  (name) => {
    expect(guessedGoal(name)).toBe("min");
  },
);

it("what trials told is no guess", () => {
  const goals = new Map([["value", "max"]] as const);
  expect(goalOf({ goals }, "value")).toBe("max");
  expect(goalOf({ goals }, "accuracy")).toBe("max");
  expect(goalOf({}, "value")).toBe("min");
});
