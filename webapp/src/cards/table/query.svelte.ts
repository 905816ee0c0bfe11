/** A table's query: which rows it finds, and what is wrong with it. */

import { type Absent, absentValue } from "../../lib/table/absent";
import { metricsNamed, scalarOf } from "../../lib/table/asked";
import { evaluate, type Mask, type Scope } from "../../lib/table/evaluate";
import type { Lookup } from "../../lib/table/lookup";
import { type TableExpression, parseQuery } from "../../lib/table/parse";
import { QueryError } from "../../lib/table/tokens";
import type { Table } from "../../lib/table/types";

interface Asked {
  /** As it is written. */
  readonly query: string;
  readonly table: Table;
  readonly lookup: Lookup;
  /** Tags of the scalars that are in the logs, also of those that the table has no column of. */
  readonly scalars: readonly string[];
  /** Whether the table is there. */
  readonly known: boolean;
}

interface Found {
  /** null: all rows. */
  readonly mask: Mask | null;
  readonly error: QueryError | null;
}

export class TableQuery {
  readonly #of: () => Asked;

  /** @param asked - reactive. */
  constructor(asked: () => Asked) {
    this.#of = asked;
  }

  readonly #parsed: {
    readonly expression: TableExpression | null;
    readonly error: QueryError | null;
  } = $derived.by(() => {
    try {
      return {
        expression: parseQuery(this.#of().query, (name) => this.#isName(name)),
        error: null,
      };
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return { expression: null, error };
    }
  });

  /** Keys of the metrics that it names: the table needs columns of them. */
  readonly metrics: readonly string[] = $derived.by(() => {
    const { lookup, scalars } = this.#of();
    return metricsNamed(
      this.#parsed.expression,
      (tag) => scalars.includes(tag),
      (name) => lookup.byName(name, null)?.group === "hparams",
    );
  });

  /** What the query asked for when it was last right: a half written one changes nothing. */
  #lastRight: TableExpression | null = null;

  readonly #found: Found = $derived.by(() => {
    const { expression, error } = this.#parsed;
    if (error !== null) return { mask: this.#maskOf(this.#lastRight).mask, error };
    const found = this.#maskOf(expression);
    if (found.error === null) this.#lastRight = expression;
    else return { mask: this.#maskOf(this.#lastRight).mask, error: found.error };
    return found;
  });

  readonly #scope: Scope = $derived.by(() => {
    const { table, lookup } = this.#of();
    return {
      rows: table.rows,
      columns: table.columns,
      columnOf: lookup.byName.bind(lookup),
    };
  });

  /** The rows that it finds; null: all. */
  get mask(): Mask | null {
    return this.#found.mask;
  }

  /** null while the table, or a metric that the query names, is on its way. */
  readonly error: QueryError | null = $derived.by(() => {
    const { error } = this.#found;
    const { known, lookup } = this.#of();
    const isComing = !known || this.metrics.some((key) => !lookup.byKey(key));
    return error?.problem === "unknownColumn" && isComing ? null : error;
  });

  /** A value that the query asks for in vain: it is right, but most likely not what was meant. */
  readonly absent: Absent | null = $derived.by(() => {
    const { expression } = this.#parsed;
    if (expression === null || this.#found.error !== null || !this.#of().known) return null;
    return absentValue(expression, this.#scope);
  });

  #maskOf(expression: TableExpression | null): Found {
    if (expression === null) return { mask: null, error: null };
    try {
      return { mask: evaluate(expression, this.#scope), error: null };
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return { mask: null, error };
    }
  }

  #isName(name: string): boolean {
    const { lookup, scalars } = this.#of();
    if (lookup.byName(name, null) !== undefined) return true;
    return scalarOf(name, (tag) => scalars.includes(tag)) !== null;
  }
}
