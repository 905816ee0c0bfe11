import { expect, it } from "vitest";
import { alongFirst } from "./x-axis";

it("offers what grows with a training before all others, and no rates", () => {
  const tags = ["eval/loss", "train/epoch", "train/tokens", "train/tokens_per_second"];
  expect(alongFirst(tags)).toEqual([
    ...["train/epoch", "train/tokens", "eval/loss", "train/tokens_per_second"],
  ]);
  expect(alongFirst([])).toEqual([]);
});
