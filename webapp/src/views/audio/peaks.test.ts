import { expect, test } from "vitest";
import { peaksOf } from "./peaks";

test("a spike is seen however many samples share its column", () => {
  const samples = new Float32Array(100_000);
  samples[77_777] = 0.9;
  samples[12_345] = -0.7;
  const { low, high } = peaksOf(samples, 100);
  expect(high[77]).toBeCloseTo(0.9);
  expect(low[12]).toBeCloseTo(-0.7);
  expect(high.filter((value) => value > 0)).toHaveLength(1);
});

test("few samples fill all columns, none are nothing", () => {
  expect(peaksOf(new Float32Array([0.5, -0.5]), 4)).toEqual({
    low: new Float32Array([0.5, 0.5, -0.5, -0.5]),
    high: new Float32Array([0.5, 0.5, -0.5, -0.5]),
  });
  expect(peaksOf(new Float32Array(), 2).high).toEqual(new Float32Array([0, 0]));
});

test("a sample counts in the column that it lies in, also where their quotient is no round number", () => {
  const samples = new Float32Array(8000);
  samples[2000] = 0.9; // the first one of column 61: 61 * (8000 / 244) falls just short of it
  const { high } = peaksOf(samples, 244);
  expect([high[60], high[61]]).toEqual([0, Math.fround(0.9)]);
});
