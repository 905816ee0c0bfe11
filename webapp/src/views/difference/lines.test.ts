import { describe, expect, it } from "vitest";
import { MISSING, NUMBER, type Column } from "../../lib/table/types";
import { firstRows, linesOf, packageLines } from "./lines";

function numbers(name: string, ...values: (number | null)[]): Column {
  return {
    key: `h:${name}`,
    group: "hparams",
    name,
    detail: null,
    numbers: Float64Array.from(values, (value) => value ?? NaN),
    codes: Int32Array.from(values, (value) => (value === null ? MISSING : NUMBER)),
    values: [],
  };
}

describe("linesOf", () => {
  it.each([
    [0.1, 0.2, "+0.1 (+100 %)", false],
    [4, 3, "−1 (−25 %)", false],
    [0, 3, "+3", false],
    [1e-9, 1, "+1", false],
    [2, 2, "", true],
    [NaN, NaN, "", true],
    [NaN, 1, "", false],
    [1, Infinity, "", false],
    [null, 1, "", false],
  ])("%s and %s", (a, b, change, isSame) => {
    const [line] = linesOf([numbers("lr", a, b)], 0, 1);
    expect(line).toMatchObject({ name: "lr", change, isSame });
  });

  it("never shows the same text for what differs", () => {
    const [line] = linesOf([numbers("loss", 0.12345678901, 0.12345678902)], 0, 1);
    expect([line?.a, line?.b]).toEqual(["0.12345678901", "0.12345678902"]);
    const [far] = linesOf([numbers("loss", 0.12345678901, 0.22345678902)], 0, 1);
    expect([far?.a, far?.b]).toEqual(["0.123457", "0.223457"]);
  });

  it("leaves out what neither has", () => {
    expect(linesOf([numbers("lr", null, null)], 0, 1)).toEqual([]);
  });

  it("tells a word from a number and from nothing", () => {
    const column: Column = {
      ...numbers("opt", 1, null),
      codes: Int32Array.of(NUMBER, 0),
      values: ["1"],
    };
    expect(linesOf([column], 0, 1)[0]).toMatchObject({ a: "1", b: "1", isSame: false });
  });
});

it("packages that only one has are lines, too", () => {
  const lines = packageLines(
    new Map([
      ["torch", "2.1"],
      ["numpy", "2.0"],
    ]),
    new Map([
      ["numpy", "2.0"],
      ["jax", "0.4"],
    ]),
  );
  expect(lines.map(({ name, a, b, isSame }) => [name, a, b, isSame])).toEqual([
    ["jax", null, "0.4", false],
    ["numpy", "2.0", "2.0", true],
    ["torch", "2.1", null, false],
  ]);
});

it("two runs, or two trials of one, are compared at first", () => {
  expect(firstRows(["a", "b", "b"], ["b", "a"])).toEqual([1, 0]);
  expect(firstRows(["a", "b", "b"], ["b", "b"])).toEqual([1, 2]);
  expect(firstRows(["a"], ["a"])).toEqual([0, -1]);
  expect(firstRows([], [])).toEqual([-1, -1]);
});
