import { expect, it } from "vitest";
import { fileName } from "./files";

it("names files so that every system takes them", () => {
  expect(fileName("loss/train: Ä", "csv")).toBe("loss_train_Ä.csv");
});
