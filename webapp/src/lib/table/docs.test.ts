import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate";
import { parseQuery } from "./parse";
import { column } from "./testing";
import type { Column, Value } from "./types";

const page = readFileSync(
  new URL("../../../../docs/how-to/query-trials.md", import.meta.url),
  "utf8",
);
const examples = page.split(/^## /mu).find((part) => part.startsWith("Examples")) ?? "";
const queries = [...examples.matchAll(/^\| (`+)(.+?)\1 \| (?!finds)/gmu)].map(
  ([, , query]) => query,
);

/** The trials that the examples speak of: each finds the rows that are said here. */
const cells: Readonly<Record<string, readonly (Value | undefined)[]>> = {
  lr: [0.01, 0.0005, undefined],
  optimizer: ["adam", "adam", "sgd"],
  width: [16, 32, 64],
  dropout: [undefined, 0.5, 0.1],
  "loss/test": [0.3, NaN, 0.5],
  "accuracy/test": [0.8, 0.85, 0.7],
  outcome: ["finished", "failed", undefined],
  "max(accuracy/test)": [0.95, 0.85, 0.7],
  name: ["baseline-1", "other", "Base-2"],
  "run:name": ["a-seed0", "b-seed1", "c-seed1"],
  augment: [true, false, true],
  "weight decay": [0, 0.5, 0],
};

const found: Readonly<Record<string, readonly number[]>> = {
  "lr < 1e-3": [1],
  "lr < 1e-3 and optimizer == adam": [1],
  "1e-4 < lr <= 1e-2": [0, 1],
  "width in [32, 64]": [1, 2],
  "optimizer not in [sgd, momentum]": [0, 1],
  "dropout is missing": [0],
  "dropout is not missing": [1, 2],
  "loss/test == nan": [1],
  "outcome == failed": [1],
  "max(accuracy/test) > 0.9": [0],
  "accuracy/test < max(accuracy/test)": [0],
  "name ~ baseline": [0],
  "name ~ /^base(line)?-\\d+$/i": [0, 2],
  "augment == true": [0, 2],
  "not (optimizer == sgd or `weight decay` > 0.1)": [0],
  "run:name ~ seed0": [0],
  "adam baseline": [0],
};

function columnOf(name: string): Column | undefined {
  const given = cells[name];
  return given === undefined ? undefined : column(name, given);
}

describe("the page about queries", () => {
  it("has the examples that are tested here, in this order", () => {
    expect(queries).toEqual(Object.keys(found));
  });

  it.each(Object.entries(found))("says what %s finds", (query, rows) => {
    const expression = parseQuery(query, (name) => columnOf(name) !== undefined);
    if (expression === null) throw new Error("says nothing");
    const columns = Object.keys(cells).flatMap((name) => columnOf(name) ?? []);
    const mask = evaluate(expression, {
      rows: 3,
      columns,
      columnOf: (name, take) => columnOf(take === null ? name : `${take}(${name})`),
    });
    expect([...mask.keys()].filter((row) => mask[row] === 1)).toEqual(rows);
  });

  it.each([
    ["lr != 0.1", [0, 1]],
    ["lr != 0.1 or lr is missing", [0, 1, 2]],
    ["not lr == 0.1", [0, 1, 2]],
  ])("says what %s does with missing cells", (query, rows) => {
    expect(page).toContain(`\`${query}\``);
    const expression = parseQuery(query, (name) => name === "lr");
    if (expression === null) throw new Error("says nothing");
    const mask = evaluate(expression, { rows: 3, columns: [], columnOf });
    expect([...mask.keys()].filter((row) => mask[row] === 1)).toEqual(rows);
  });
});
