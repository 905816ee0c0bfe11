import { expect, it } from "vitest";
import type { Ranks } from "../../api/ranks";
import { rankBand } from "./rank-band";

const row = { rank: 7, host: "gpu1" } as Ranks["rows"][number];
const ranks = {
  tag: "loss",
  first_steps: Float64Array.of(0, 10),
  medians: Float64Array.of(1, 2),
  lows: Float64Array.of(0.9, 1.9),
  highs: Float64Array.of(1.1, 2.1),
  least: Float64Array.of(0, 1),
  most: Float64Array.of(3, 4),
  odd: [7, 2],
  odd_values: Float64Array.of(3, 4, 0, 1),
  rows: [row],
} as unknown as Ranks;

it("has the median, two bands, and a line for each rank that stands out", () => {
  const { lines, areas } = rankBand(ranks, {
    median: "median",
    ofRank: (rank, host) => `rank ${rank} ${host}`,
  });
  expect(lines.map(({ label, y }) => [label, ...y])).toEqual([
    ["median", 1, 2],
    ["rank 7 gpu1", 3, 4],
    ["rank 2 ", 0, 1],
  ]);
  expect(new Set(lines.map(({ color }) => color)).size).toBe(3);
  expect(areas?.map(({ low, high }) => [...low, ...high])).toEqual([
    [0, 1, 3, 4],
    [0.9, 1.9, 1.1, 2.1],
  ]);
});
