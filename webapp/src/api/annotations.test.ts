import { expect, test } from "vitest";
import { annotationsOf, trashOf } from "./annotations";

test("an answer becomes maps, with only the fields that a run has", () => {
  const answer = annotationsOf({
    version: 5,
    editable: true,
    runs: { a: { name: "x", archived: true }, b: { labels: ["good"], note: "n" } },
    thresholds: { loss: { above: 1 } },
    charts: {},
  });
  expect(answer).toEqual({
    version: 5,
    editable: true,
    runs: new Map([
      ["a", { name: "x", archived: true }],
      ["b", { labels: ["good"], note: "n" }],
    ]),
    thresholds: new Map([["loss", { above: 1 }]]),
    charts: new Map(),
  });
});

test("an answer of another shape is refused, and says where", () => {
  const answer = {
    version: 5,
    editable: true,
    runs: { a: { labels: [1] } },
    thresholds: {},
    charts: {},
  };
  expect(() => annotationsOf(answer)).toThrow("runs.a.labels[0]");
});

test("the items of the trash are read", () => {
  const item = { id: "i", run: "a/b", deleted: 1.5, bytes: 10, files: 2 };
  expect(trashOf({ items: [item] })).toEqual([item]);
  expect(() => trashOf({ items: [{ ...item, bytes: "ten" }] })).toThrow("items[0].bytes");
});
