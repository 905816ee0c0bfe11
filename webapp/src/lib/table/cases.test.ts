import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate, type Scope } from "./evaluate";
import { Lookup } from "./lookup";
import { parseQuery } from "./parse";
import { column, metric } from "./testing";
import { QueryError } from "./tokens";
import type { TableGroup, Value } from "./types";

/** What Python's side is tested by, too: tests/reader/where/test_where.py. */
const file = new URL("../../../../tests/reader/where/cases.json", import.meta.url);
const shared = JSON.parse(readFileSync(file, "utf8")) as Shared;

type Cell = Value | { readonly missing: true } | { readonly number: string };
interface SharedTable {
  readonly columns: readonly [Exclude<TableGroup, "metrics">, string, readonly Cell[]][];
  readonly metrics: readonly [string, "last" | "min" | "max" | "mean", readonly Cell[]][];
}
type Query =
  | string
  | {
      readonly before?: string;
      readonly repeat: string;
      readonly times: number;
      readonly then: string;
    };
interface Case {
  readonly table: string;
  readonly query: Query;
  readonly rows?: readonly number[];
  /** What is wrong, and at which characters of the text. */
  readonly problem?: string;
  readonly from?: number;
  readonly to?: number;
  readonly got?: string;
}
interface Shared {
  readonly tables: Readonly<Record<string, SharedTable>>;
  readonly cases: readonly Case[];
}

function valueOf(cell: Cell): Value | undefined {
  if (cell === null || typeof cell !== "object") return cell;
  return "missing" in cell ? undefined : Number(cell.number);
}

function scopeOf({ columns, metrics }: SharedTable): Scope {
  const all = [
    ...columns.map(([group, name, cells]) => column(name, cells.map(valueOf), group)),
    ...metrics.map(([tag, take, cells]) =>
      metric(tag, cells.map(valueOf) as (number | undefined)[], take),
    ),
  ];
  const lookup = new Lookup(all);
  return { rows: 5, columns: all, columnOf: lookup.byName.bind(lookup) };
}

function textOf(query: Query): string {
  if (typeof query === "string") return query;
  return `${query.before ?? ""}${query.repeat.repeat(query.times)}${query.then}`;
}

function rowsOf(text: string, scope: Scope): readonly number[] {
  const expression = parseQuery(text, (name) => scope.columnOf(name, null) !== undefined);
  if (expression === null) return Array.from({ length: scope.rows }, (_, row) => row);
  const mask = evaluate(expression, scope);
  return [...mask.keys()].filter((row) => mask[row] === 1);
}

function errorOf(text: string, scope: Scope): QueryError {
  try {
    rowsOf(text, scope);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error("nothing is wrong");
}

const camel = (problem: string): string =>
  problem.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("a query finds what it finds in Python", () => {
  it.each(shared.cases.map((each) => [textOf(each.query).slice(0, 60), each] as const))(
    "%s",
    (_, { table, query, rows, problem, from, to, got }) => {
      const text = textOf(query);
      const scope = scopeOf(shared.tables[table] as SharedTable);
      if (rows !== undefined) {
        expect(rowsOf(text, scope)).toEqual(rows);
        return;
      }
      const error = errorOf(text, scope);
      // A place in the text counts whole signs there, and halves of pairs here.
      const place = (signs = 0): number => [...text].slice(0, signs).join("").length;
      expect([error.problem, error.from, error.to]).toEqual([
        camel(problem ?? ""),
        place(from),
        place(to),
      ]);
      if (got !== undefined) expect(error.got).toBe(got);
    },
  );
});
