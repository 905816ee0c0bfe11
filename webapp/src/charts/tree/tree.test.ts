import { describe, expect, it } from "vitest";
import { branchAt, treeOrder, treePlaces, treeShapes, type Branch, type TreeFigure } from "./tree";

const branches: Branch[] = [
  { name: "1", value: 0, saddle: Infinity, joins: null },
  { name: "2", value: 1, saddle: 7.5, joins: 0 },
  { name: "3", value: 2, saddle: 4, joins: 0 },
  { name: "4", value: 3, saddle: 5, joins: 1 },
];
const figure: TreeFigure = {
  branches,
  scale: { range: [0, 10], log: false },
  valueLabel: "loss",
  lit: -1,
  color: "#123456",
};
const box = { left: 0, top: 0, width: 80, height: 100 };

describe("a merge tree", () => {
  it("has beside a branch first what joins it lowest, so that no lines cross", () => {
    expect(treeOrder(branches)).toEqual([0, 2, 1, 3]);
  });

  it("puts minima and saddles at their heights, and what joins none up to the top", () => {
    expect(treePlaces(figure, box)).toEqual([
      { x: 10, bottom: 100, top: 0, to: null },
      { x: 50, bottom: 90, top: 25, to: 10 },
      { x: 30, bottom: 80, top: 60, to: 10 },
      { x: 70, bottom: 70, top: 50, to: 50 },
    ]);
  });

  it("has values below a logarithmic scale at its foot", () => {
    const log = { ...figure, scale: { range: [0.1, 10], log: true } } as const;
    expect(treePlaces(log, box).map(({ bottom }) => Math.round(bottom))).toEqual([100, 50, 35, 26]);
  });

  it("knows which branch the cursor is at", () => {
    expect(branchAt(figure, box, { x: 33, y: 70 })).toBe(2);
    expect(branchAt(figure, box, { x: 52, y: 30 })).toBe(1);
    expect(branchAt({ ...figure, branches: [] }, box, { x: 1, y: 1 })).toBe(-1);
  });

  it("draws a line and a dot for each minimum, and names where there is room", () => {
    const colors = { surface: "#fff", text: "#000", muted: "#777", grid: "#eee" };
    const names = (width: number) =>
      treeShapes({ ...figure, lit: 1 }, { ...box, width }, colors).flatMap((shape) =>
        shape.kind === "text" && shape.anchor === "middle" ? [shape.text] : [],
      );
    expect(names(80)).toEqual(["1", "2", "3", "4"]);
    expect(names(40)).toEqual(["2"]);
  });

  it("takes a tree of very many branches in a chain", () => {
    const chain = Array.from({ length: 20_000 }, (_, i): Branch => ({
      name: "",
      value: i,
      saddle: 1e6 - i,
      joins: i === 0 ? null : i - 1,
    }));
    expect(treeOrder(chain)).toEqual(chain.map((_, i) => i));
  });
});
