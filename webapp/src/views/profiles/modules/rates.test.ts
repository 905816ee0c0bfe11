import { expect, test } from "vitest";
import { rates } from "./rates";

test("2 GFLOPs in half a second are 4 GFLOP/s; without a count or a time nothing is known", () => {
  const flops = Float64Array.of(2e9, 0, 5);
  expect([...rates(flops, Float64Array.of(5e8, 10, 0))]).toEqual([4e9, NaN, NaN]);
});
