import { expect, test } from "vitest";
import { landscapeOf, openPage, storeOf, summaryOf } from "../testing";

openPage();
const { ShownLines } = await import("./shown.svelte");
const { settings } = await import("./settings");

const metrics = ["loss", "accuracy", "rate"];
const line = {
  tag: "line",
  y: null,
  metrics,
  values: new Map([
    ["loss", Float64Array.of(4, 0, 4)],
    ["accuracy", Float64Array.of(0, 1, 0)],
  ]),
  marks: [
    { name: "center", x: 0, y: 0, values: new Map<string, number>() },
    { name: "model 2", x: 1, y: 0, values: new Map<string, number>() },
  ],
};

function shownOf(texts: Record<string, string> = {}, store = storeOf(landscapeOf(line))) {
  const own = settings.apart(texts, () => undefined);
  const { tag, y } = line;
  const summaries = [summaryOf({ tag, y, metrics }), summaryOf({ tag: "other", y, metrics })];
  const shown = new ShownLines(own, () => ({ landscapes: summaries, store }));
  return { shown, settings: own };
}

test("the loss and the first score are drawn unless others are wished for", () => {
  const { shown, settings: own } = shownOf();
  expect(shown.metrics).toEqual(["loss", "accuracy"]);
  shown.draw(["loss"]);
  expect([shown.metrics, own.metrics]).toEqual([["loss"], ["loss"]]);
  shown.draw(["loss", "accuracy"]);
  expect(own.metrics).toEqual([]);
});

test("one family of lines is shown, or all of them together", () => {
  const { shown } = shownOf();
  expect([shown.families, shown.family]).toEqual([["line", "other"], "line"]);
  shown.choose("other");
  expect([shown.title, shown.bundles.length]).toEqual(["other", 1]);
  shown.choose(null);
  expect([shown.family, shown.title, shown.bundles.length]).toEqual([null, "All lines", 2]);
});

test("what is not there yet is on its way", () => {
  expect(shownOf({}, storeOf()).shown.why).toEqual({ kind: "loading" });
  expect(shownOf().shown.why).toBeNull();
});

test("axes are named by what the lines lead to, and by what is read on them", () => {
  expect(shownOf().shown.labels).toEqual({
    x: "from center to model 2",
    y: "loss",
    value: "accuracy",
  });
});

test("the readout has a row for each run and a column for each metric", () => {
  const { shown } = shownOf();
  const client = { x: 0, y: 0 };
  const hover = { client, x: 0.9, indexes: [2, 2], nearest: 0 } as never;
  expect(shown.readoutOf(hover)).toMatchObject({
    heads: ["x = 1", "loss", "accuracy"],
    rows: [{ values: ["4", "0"], isMain: true }],
    note: "",
  });
});
