import { describe, expect, it } from "vitest";
import { boardCodec } from "./codec";
import { MOST_USUAL, usualBoard, usualTags } from "./usual";

const scalars = (...tags: readonly string[]) =>
  [...tags].sort().map((tag) => ({ tag, runs: ["a"] }));
const layers = Array.from({ length: 32 }, (_, i) => [
  `layers.${i}.grad_norm`,
  `activations/layers.${i}.rms`,
]).flat();

describe("usualTags", () => {
  it.each([
    [
      "a fine-tuning, whose layers alone are most of it",
      scalars(...layers, "train/loss", "eval/loss", "optim/lr", "optim/grad_norm", "train/epoch"),
      "eval/loss",
      ["eval/loss", "train/loss", "optim/lr", "optim/grad_norm"],
    ],
    [
      "stable-baselines3",
      scalars(
        "rollout/ep_rew_mean",
        "rollout/ep_len_mean",
        "time/fps",
        "train/loss",
        "train/value_loss",
        "train/learning_rate",
      ),
      "rollout/ep_rew_mean",
      ["rollout/ep_rew_mean", "train/loss", "train/learning_rate", "time/fps", "train/value_loss"],
    ],
    [
      "transformers' trainer",
      scalars(
        "eval/loss",
        "eval/runtime",
        "eval/samples_per_second",
        "eval/accuracy",
        "train/loss",
        "train/learning_rate",
        "train/grad_norm",
        "train/epoch",
      ),
      "eval/loss",
      ["eval/loss", "train/loss", "eval/accuracy", "train/learning_rate", "train/grad_norm"],
    ],
    [
      "a script of ten lines",
      scalars("loss", "accuracy", "lr", "tokens_per_sec"),
      "loss",
      ["loss", "lr", "tokens_per_sec", "accuracy"],
    ],
    ["names that say nothing", scalars("x", "y", "z"), "x", ["x", "y", "z"]],
    ["metrics of the machine alone", scalars("system/gpu", "system/cpu"), null, []],
    ["a loop that is tracked", scalars("progress/steps/left", "loss"), null, ["loss"]],
    ["nothing", [], null, []],
    ["an objective that no scalar is called", scalars("loss"), "gone", ["loss"]],
  ])("of %s", (_, tags, objective, wanted) => {
    expect(usualTags(tags, objective)).toEqual(wanted);
  });

  it("puts what most runs have before what one has", () => {
    const tags = [
      { tag: "eval/loss", runs: ["a"] },
      { tag: "validation/loss", runs: ["a", "b", "c"] },
    ];
    expect(usualTags(tags, null)[0]).toBe("validation/loss");
  });

  it("puts what many of mixed runs have before what one has", () => {
    const ids = Array.from({ length: 400 }, (_, i) => String(i));
    const tags = [
      { tag: "train/loss", runs: ids.slice(0, 1) },
      { tag: "loss", runs: ids.slice(0, 183) },
      { tag: "train/acc", runs: ids.slice(183, 218) },
      { tag: "x", runs: ids.slice(218) },
    ];
    expect(usualTags(tags, null)).toEqual(["loss", "train/acc", "train/loss", "x"]);
    const rare = tags.map((each) => (each.tag === "train/loss" ? { ...each, runs: ids } : each));
    expect(usualTags(rare, null)[0]).toBe("train/loss");
  });

  it("never has more than fit, nor one twice", () => {
    const many = scalars(...layers, ...Array.from("abcdefghij"), "loss", "val/loss", "acc");
    const tags = usualTags(many, "acc");
    expect(tags).toHaveLength(MOST_USUAL);
    expect(new Set(tags).size).toBe(MOST_USUAL);
    expect(tags[0]).toBe("acc");
  });
});

describe("usualBoard", () => {
  it.each([1, 2, 3, 4, 5])("of %i cards leaves no place empty", (n) => {
    const { columns, items } = usualBoard(scalars(...Array.from("abcde").slice(0, n)), null);
    expect(items.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(2 * columns);
  });

  it("is a board that can be kept as it is", () => {
    const board = usualBoard(scalars("loss", "lr"), "loss");
    expect(boardCodec.parse(boardCodec.format(board))).toEqual(board);
  });
});
