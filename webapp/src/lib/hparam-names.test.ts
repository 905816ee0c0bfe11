import { expect, test } from "vitest";
import { hparamNames, namePartsOf } from "./hparam-names";
import { type Column, MISSING, NUMBER } from "./table/types";

const column = (name: string, cells: readonly (number | string | boolean | null)[]): Column => {
  const values = [...new Set(cells.filter((cell) => cell !== null && typeof cell !== "number"))];
  return {
    key: `h:${name}`,
    group: "hparams",
    name,
    detail: null,
    numbers: Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : NaN)),
    codes: Int32Array.from(cells, (cell) =>
      cell === null ? MISSING : typeof cell === "number" ? NUMBER : values.indexOf(cell),
    ),
    values: values as (string | boolean)[],
  };
};
const letters = (text: string): number => text.length;
const table = (...runs: string[]) => ({ runs, trials: new Int32Array(runs.length).fill(1) });

const columns = [
  column("model", ["cnn", "cnn", "vit"]),
  column("optim/lr", [0.1, 0.001, 0.1]),
  column("amp", [true, null, false]),
  column("seed", [0, 0, 7]),
];
const parts = namePartsOf(table("a", "b", "c"), columns);

test("texts stand for themselves, numbers and switches behind their name", () => {
  expect([...hparamNames(parts, 99, letters)]).toEqual([
    ["a", "cnn · lr 0.1 · amp true · seed 0"],
    ["b", "cnn · lr 0.001 · seed 0"],
    ["c", "vit · lr 0.1 · amp false · seed 7"],
  ]);
});

test("without room the last ones go first, but none that distinguishes runs", () => {
  expect([...hparamNames(parts, 25, letters).values()]).toEqual([
    "cnn · lr 0.1 · amp true",
    "cnn · lr 0.001",
    "vit · lr 0.1 · amp false",
  ]);
  expect([...hparamNames(parts, 15, letters).values()]).toEqual([
    "cnn · lr 0.1",
    "cnn · lr 0.001",
    "vit · lr 0.1",
  ]);
  expect(hparamNames(parts, 4, letters).size).toBe(0);
});

test("runs of the same values have no such name, nor those of several trials or none", () => {
  const same = namePartsOf(table("a", "b", "c"), [column("lr", [1, 1, 2])]);
  expect([...hparamNames(same, 99, letters)]).toEqual([["c", "lr 2"]]);
  const trials = { runs: ["a", "a", "b"], trials: Int32Array.of(2, 2, 1) };
  expect([...namePartsOf(trials, [column("lr", [1, 2, 3])]).keys()]).toEqual(["b"]);
  expect(hparamNames(new Map(), 99, letters).size).toBe(0);
  expect(hparamNames(namePartsOf(table("a"), []), 99, letters).size).toBe(0);
});

test("numbers have few digits as long as that distinguishes as much", () => {
  const lr = column("lr", [0.00123456, 0.00123457]);
  const both = namePartsOf(table("a", "b"), [lr, column("seed", [0, 123456])]);
  expect([...hparamNames(both, 99, letters).values()]).toEqual([
    "lr 0.00123 · seed 0",
    "lr 0.00123 · seed 123456",
  ]);
  const alone = namePartsOf(table("a", "b"), [column("lr", [0.001234, 0.001235])]);
  expect([...hparamNames(alone, 99, letters).values()]).toEqual(["lr 0.001234", "lr 0.001235"]);
});

test("three hundred long names are distinct", () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed);
  const ids = seeds.map(String);
  const many = namePartsOf(table(...ids), [
    column(
      "note",
      seeds.map(() => "x".repeat(120)),
    ),
    column(
      "lr",
      seeds.map((seed) => seed / 3000),
    ),
    column("seed", seeds),
  ]);
  const names = hparamNames(many, 20, letters);
  expect(new Set(names.values()).size).toBe(300);
  expect(Math.max(...[...names.values()].map(letters))).toBeLessThanOrEqual(20);
});
