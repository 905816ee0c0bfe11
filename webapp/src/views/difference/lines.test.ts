import { describe, expect, it } from "vitest";
import { MISSING, NUMBER, type Column } from "../../lib/table/types";
import { linesOf, packageLines, type DifferenceLine } from "./lines";

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

const texts = (line: DifferenceLine | undefined): readonly (string | null)[] =>
  line?.cells.map(({ text }) => text) ?? [];

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
    const [line] = linesOf([numbers("lr", a, b)], [0, 1]);
    expect(line).toMatchObject({ name: "lr", isSame });
    expect(line?.cells.map((cell) => cell.change)).toEqual(["", change]);
  });

  it("never shows the same text for what differs", () => {
    const [line] = linesOf([numbers("loss", 0.12345678901, 0.12345678902)], [0, 1]);
    expect(texts(line)).toEqual(["0.12345678901", "0.12345678902"]);
    const [far] = linesOf([numbers("loss", 0.12345678901, 0.22345678902)], [0, 1]);
    expect(texts(far)).toEqual(["0.123457", "0.223457"]);
  });

  it("leaves out what neither has", () => {
    expect(linesOf([numbers("lr", null, null)], [0, 1])).toEqual([]);
  });

  it("distinguishes a word from a number and from nothing", () => {
    const column: Column = {
      ...numbers("opt", 1, null),
      codes: Int32Array.of(NUMBER, 0),
      values: ["1"],
    };
    const [line] = linesOf([column], [0, 1]);
    expect([line?.isSame, ...texts(line)]).toEqual([false, "1", "1"]);
  });
});

it("takes more than two, each compared with the first", () => {
  const [line] = linesOf([numbers("loss", 0.5, NaN, 0.25, null)], [0, 1, 2, 3]);
  expect(line?.cells).toEqual([
    { text: "0.5", isNan: false, change: "" },
    { text: "NaN", isNan: true, change: "" },
    { text: "0.25", isNan: false, change: "−0.25 (−50 %)" },
    { text: null, isNan: false, change: "" },
  ]);
  expect(linesOf([numbers("lr", 1, 1, 1)], [0, 1, 2])[0]?.isSame).toBe(true);
  expect(linesOf([numbers("lr", 1, 1, 2)], [0, 1, 2])[0]?.isSame).toBe(false);
});

it("packages that only one has are lines, too", () => {
  const lines = packageLines([
    new Map([
      ["torch", "2.1"],
      ["numpy", "2.0"],
    ]),
    new Map([
      ["numpy", "2.0"],
      ["jax", "0.4"],
    ]),
  ]);
  expect(lines.map((line) => [line.name, ...texts(line), line.isSame])).toEqual([
    ["jax", null, "0.4", false],
    ["numpy", "2.0", "2.0", true],
    ["torch", "2.1", null, false],
  ]);
});
