import { expect, it } from "vitest";
import { bandsOf } from "../../lib/system";
import { series } from "../scalars/testing";
import { PALETTE } from "../../lib/colors";
import { colorsOf, extentOf, figureOf, labelsOf, lastOf } from "./figure";

const tags = ["system/gpu/0/memory_used_bytes", "system/gpu/1/memory_used_bytes"];
const [band = { id: "", lines: [] }] = bandsOf(tags);
const look = { began: 100, unit: 2 ** 30, colorOf: () => "#000", fromZero: true, extent: null };
const walltime = Float64Array.of(100, 110, 120);
const first = series("a", [2 ** 30, 2 ** 31, 3 * 2 ** 30], { tag: tags[0] ?? "", walltime });

it("draws what was logged in the band's unit, along the time since the run began", () => {
  const { lines, kind, ends } = figureOf([first], band, { ...look, axis: "relative" });
  expect(lines[0]).toMatchObject({ key: tags[0], label: "GPU 0", color: "#000" });
  expect([...(lines[0]?.x ?? [])]).toEqual([0, 10, 20]);
  expect([...(lines[0]?.y ?? [])]).toEqual([1, 2, 3]);
  expect([kind, ends]).toEqual(["relative", [0, null]]);
});

it("draws along the date as it is", () => {
  const wall = figureOf([first], band, { ...look, axis: "wall", fromZero: false });
  expect([...(wall.lines[0]?.x ?? [])]).toEqual([100, 110, 120]);
  expect([wall.kind, wall.ends]).toEqual(["wall", [null, null]]);
});

it("reaches as far as all bands together, and draws nothing of that", () => {
  const later = series("a", [1, 2], { walltime: Float64Array.of(115, 140) });
  const extent = extentOf([first, later]);
  expect(extent).toEqual([100, 140]);
  expect(extentOf([])).toBeNull();
  const { quiet = [] } = figureOf([first], band, { ...look, axis: "relative", extent });
  expect(quiet.map(({ x, y, isHidden }) => [[...x], [...y], isHidden])).toEqual([
    [[0, 40], [NaN, NaN], true],
  ]);
});

it("sums up what several lines stand at", () => {
  const at = (last: number | null) => series("a", [], { stats: { ...first.stats, last } });
  expect(lastOf([at(4), at(8), at(null), at(NaN)], 2)).toEqual({
    ...{ mean: 3, least: 2, most: 4, count: 2 },
  });
  expect(lastOf([at(null)], 1)).toBeNull();
});

it("gives a label one color in all bands, and a line without one that of the run", () => {
  const bands = bandsOf([...tags, "system/gpu/1/percent", "system/cpu/percent"]);
  const colorOf = colorsOf(bands, "#run");
  expect(labelsOf(bands)).toEqual(["GPU 0", "GPU 1"]);
  expect(colorOf("")).toBe("#run");
  expect(colorOf("GPU 0")).not.toBe(colorOf("GPU 1"));
  const taken = PALETTE[0] ?? "";
  expect(colorsOf(bands, taken)("GPU 0")).not.toBe(taken);
});
