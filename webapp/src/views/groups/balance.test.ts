import { expect, it } from "vitest";
import { columnKey } from "../../lib/table/keys";
import { type Column, NUMBER } from "../../lib/table/types";
import { balanceOf } from "./balance";

const column = (name: string, ...numbers: number[]): Column => ({
  key: columnKey("hparams", name),
  group: "hparams",
  name,
  detail: null,
  numbers: Float64Array.from(numbers),
  codes: new Int32Array(numbers.length).fill(NUMBER),
  values: [],
});

it("names what groups have no value of in common, and what they have not as often", () => {
  const columns = [
    column("lr", 0.1, 0.1, 50, 50),
    column("seed", 0, 1, 1, 0),
    column("depth", 2, 2, 2, 3),
  ];
  expect(balanceOf(columns, [0, 1], [2, 3])).toEqual({ apart: ["lr"], unequal: ["depth"] });
});
