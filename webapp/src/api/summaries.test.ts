import { expect, it } from "vitest";
import { trainingStep } from "./summaries";

it("of alerts is the step that the training had, if it is known", () => {
  expect(trainingStep("text", "alerts", 3, { level: "warn", at: 70 })).toBe(70);
  expect(trainingStep("text", "alerts", 3, { level: "warn" })).toBeNull();
  expect(trainingStep("text", "alerts", 3, { level: "warn", at: "70" })).toBeNull();
  // Texts of such a tag that are no alerts.
  expect(trainingStep("text", "alerts", 3, {})).toBe(3);
  expect(trainingStep("text", "notes", 3, { level: "warn", at: 70 })).toBe(3);
  expect(trainingStep("image", "alerts", 3, { level: "warn", at: 70 })).toBe(3);
});
