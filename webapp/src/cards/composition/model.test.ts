import { describe, expect, it } from "vitest";
import {
  chartOf,
  entryOf,
  firstTags,
  meaningOf,
  moved,
  nextId,
  partsOf,
  titleOf,
  toggledTag,
  unknownTag,
  withX,
} from "./model";

const first = (...names: readonly string[]) =>
  firstTags(names.map((tag) => ({ tag, runs: ["a"] })));

describe("firstTags", () => {
  it("takes a training and its test, a loss before others", () => {
    expect(first("acc/test", "acc/train", "loss/test", "loss/train", "lr")).toEqual([
      "loss/train",
      "loss/test",
    ]);
    expect(first("lr", "train/loss", "valid/loss")).toEqual(["train/loss", "valid/loss"]);
    expect(first("test_acc", "train_acc", "train_loss")).toEqual(["train_acc", "test_acc"]);
  });

  it("else takes two of a group, else the first two, or what there is", () => {
    expect(first("lr", "time/forward", "time/step")).toEqual(["time/forward", "time/step"]);
    expect(first("acc", "loss", "lr")).toEqual(["loss", "acc"]);
    expect(first("loss")).toEqual(["loss"]);
    expect(first()).toEqual([]);
  });

  it("takes no word apart", () => {
    expect(first("constrained/loss", "testimony/loss")).toEqual([
      "constrained/loss",
      "testimony/loss",
    ]);
    expect(first("trainable", "valuable")).toEqual(["trainable", "valuable"]);
  });
});

describe("toggledTag", () => {
  const chart = chartOf(1, { entries: [entryOf("a")] });

  it("adds a tag, moves it to the other axis, and takes it away", () => {
    const two = toggledTag(chart, "my b", "right");
    expect(two.entries).toEqual([entryOf("a"), entryOf("`my b`", { axis: "right" })]);
    expect(toggledTag(two, "my b", "left").entries[1]?.axis).toBe("left");
    expect(toggledTag(two, "my b", "right").entries).toEqual([entryOf("a")]);
  });

  it("leaves expressions of the tag alone", () => {
    const worked = chartOf(1, { entries: [entryOf("a * 2")] });
    expect(toggledTag(worked, "a", "left").entries.map(({ text }) => text)).toEqual(["a * 2", "a"]);
  });
});

describe("titleOf", () => {
  it("is the given one, or the names of what is shown", () => {
    const entries = [entryOf("`my a`"), entryOf("b - c"), entryOf("d", { isShown: false })];
    expect(titleOf(chartOf(1, { entries }), "New")).toBe("my a · b - c");
    expect(titleOf(chartOf(1, { entries, title: "mine" }), "New")).toBe("mine");
    expect(titleOf(chartOf(1), "New")).toBe("New");
  });
});

describe("moved", () => {
  it("puts an item where another one was, and nothing beyond the ends", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b"], 0, 2)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], 5, 0)).toEqual(["a", "b"]);
  });
});

describe("charts", () => {
  it("lose the range of an x axis that they leave", () => {
    const chart = chartOf(1, { zoom: { x: [0, 1], y: [2, 3] } });
    expect(withX(chart, "relative").zoom).toEqual({ x: null, y: [2, 3] });
  });

  it("get ids that no other has", () => {
    expect(nextId([])).toBe(1);
    expect(nextId([chartOf(7), chartOf(2)])).toBe(8);
  });
});

describe("meanings", () => {
  it("name an unknown tag with its place, and what is wrong", () => {
    const isKnown = (tag: string): boolean => tag === "a";
    expect(unknownTag(meaningOf("a + b"), isKnown)).toMatchObject({ tag: "b", from: 4, to: 5 });
    expect(unknownTag(meaningOf("a + a"), isKnown)).toBe(null);
    expect(meaningOf("a +").error?.problem).toBe("wantsOperand");
  });

  it("have keys of their own, also for the same text twice", () => {
    const keys = partsOf([entryOf("a"), entryOf("b"), entryOf("a")]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });
});
