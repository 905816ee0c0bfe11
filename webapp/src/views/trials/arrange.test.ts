import { describe, expect, it } from "vitest";
import { column, metric } from "../../lib/table/testing";
import { arranged, isUsual, moved, pinnedFirst, shownColumns } from "./arrange";

describe("columns", () => {
  it("stand in their own order until there is another", () => {
    expect(arranged(["a", "b"], [])).toEqual(["a", "b"]);
  });

  it("stand in the user's order, new ones behind those that they follow", () => {
    expect(arranged(["new", "a", "b", "c", "later"], ["c", "gone", "a", "b", "c"])).toEqual([
      ...["new", "c", "later", "a", "b"],
    ]);
  });

  it("are moved in front of others, or to the end", () => {
    expect(moved(["a", "b", "c"], "c", "a")).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], "a", "c")).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "a", null)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], "a", "a")).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "a", "gone")).toEqual(["a", "b", "c"]);
  });

  it("that are pinned come first", () => {
    expect(pinnedFirst(["a", "b", "c"], new Set(["c", "b"]))).toEqual(["b", "c", "a"]);
  });
});

it("how runs ended is shown where any ended otherwise than most do", () => {
  expect(isUsual(column("outcome", ["finished", undefined], "run"))).toBe(false);
  expect(isUsual(column("outcome", ["finished", "pruned"], "run"))).toBe(true);
});

it("the environment, notes, and labels that nobody gave, are hidden at first", () => {
  expect(isUsual(column("git", ["a"], "environment"))).toBe(false);
  expect(isUsual(column("labels", [undefined], "run"))).toBe(false);
  expect(isUsual(column("labels", ["good"], "run"))).toBe(true);
  expect(isUsual(column("note", ["long"], "run"))).toBe(false);
  expect(isUsual(column("lr", [undefined]))).toBe(true);
});

it("settings that are null or false in all trials are hidden at first", () => {
  for (const group of ["hparams", "lineage"] as const) {
    expect(isUsual(column("foreach", [null, undefined, false], group))).toBe(false);
    expect(isUsual(column("fused", [false, true], group))).toBe(true);
    expect(isUsual(column("seed", [0, false], group))).toBe(true);
    expect(isUsual(column("note", ["", null], group))).toBe(true);
  }
});

it("the columns that are shown are the usual ones and the chosen ones, pinned ones first", () => {
  const columns = [
    column("name", ["a"], "run"),
    column("records", [1], "run"),
    column("lr", [1]),
    column("seed", [1]),
    metric("loss", [1]),
    metric("acc", [1]),
    column("host", ["x"], "environment"),
  ];
  const shown = shownColumns(
    columns,
    ["m:last:acc", "m:last:gone"],
    ["h:seed", "e:host"],
    ["h:lr", "r:name"],
    ["m:last:acc"],
  );
  expect(shown.map(({ key }) => key)).toEqual(["m:last:acc", "h:lr", "e:host", "r:name"]);
});
