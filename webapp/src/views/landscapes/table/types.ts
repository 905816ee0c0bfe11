/** A table of numbers: a row for each run, columns in groups. */

/** What is read down one column. */
export interface NumbersColumn {
  readonly key: string;
  readonly name: string;
  /** What it means; shown when it is pointed at. */
  readonly hint?: string;
  /** Stands above neighbors of the same group; empty: nothing does. */
  readonly group?: string;
  /** A sign after the name, such as an arrow; the hint says it in words. */
  readonly sign?: string;
  /** It holds words: they begin at the left, and say how something was made. */
  readonly isWords?: boolean;
}

export interface NumbersCell {
  readonly text: string;
  /** A second, smaller line. */
  readonly note?: string;
  /** Text that is shown when it is pointed at. */
  readonly hint?: string;
  /** `best` of its column; `odd`: it should be the same everywhere, and is not. */
  readonly look?: "best" | "odd";
}

export interface NumbersTableRow {
  /** Key that stays the same through every update. */
  readonly key: string;
  readonly name: string;
  readonly color: string;
  /** After the name, smaller. */
  readonly note?: string;
  /** One of several that the row above it is the mean of. */
  readonly isRepeat?: boolean;
  /** Cells by the key of their column; of one that is left out nothing is known. */
  readonly cells: ReadonlyMap<string, NumbersCell>;
}

/** Which column the rows are sorted by, `run` for their names; empty: none. */
export interface Sorting {
  readonly key: string;
  readonly descending: boolean;
}
