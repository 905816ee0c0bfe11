import { expect, test } from "vitest";
import { annotations, trash } from "./annotations";

test("an answer becomes maps, with only the fields that a run has", () => {
  const answer = {
    version: 5,
    editable: true,
    runs: { a: { name: "x", archived: true }, b: { labels: ["good"], note: "n" } },
    thresholds: { loss: { above: 1 } },
    charts: {},
    boards: {},
    directions: {},
  };
  expect(annotations(answer, "annotations")).toEqual({
    version: 5,
    editable: true,
    runs: new Map([
      ["a", { name: "x", archived: true }],
      ["b", { labels: ["good"], note: "n" }],
    ]),
    thresholds: new Map([["loss", { above: 1 }]]),
    charts: new Map(),
    boards: new Map(),
    directions: new Map(),
  });
});

test("an answer of another shape is refused, and says where", () => {
  const answer = {
    version: 5,
    editable: true,
    runs: { a: { labels: [1] } },
    thresholds: {},
    charts: {},
    boards: {},
    directions: {},
  };
  expect(() => annotations(answer, "annotations")).toThrow("runs.a.labels[0]");
});

test("the items of the trash are read", () => {
  const item = { id: "i", run: "a/b", deleted: 1.5, bytes: 10, files: 2 };
  expect(trash({ items: [item] }, "trash")).toEqual({ items: [item] });
  expect(() => trash({ items: [{ ...item, bytes: "ten" }] }, "trash")).toThrow("items[0].bytes");
});
