import { expect, it } from "vitest";
import { alongFirst, axes, xOf, xText } from "./x-axis";

it("offers what grows with a training before all others, and no rates", () => {
  const tags = ["eval/loss", "train/epoch", "train/tokens", "train/tokens_per_second"];
  expect(alongFirst(tags)).toEqual([
    ...["train/epoch", "train/tokens", "eval/loss", "train/tokens_per_second"],
  ]);
  expect(alongFirst([])).toEqual([]);
});

it("an axis and a scalar are one text, whatever the scalar is called", () => {
  const all = [
    ...axes.map((axis) => ({ axis, along: "" })),
    { axis: "step", along: "wall" },
  ] as const;
  expect(all.map(xText)).toEqual(["step", "relative", "wall", "tag:wall"]);
  expect(all.map((each) => xOf(xText(each)))).toEqual(all);
  expect(["", "tag:", "epoch"].map(xOf)).toEqual([undefined, undefined, undefined]);
});
