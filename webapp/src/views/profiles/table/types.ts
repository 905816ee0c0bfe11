/** A table of a profile: what its columns are, and how a row is written. */

import type { Values } from "../../../lib/profile/rows";

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  /** What it means, told when it is pointed at. */
  readonly hint?: string;
  /** What rows are sorted by, and what files hold. */
  readonly values: Values;
  /** A cell of the page; the value itself if not given. */
  readonly text?: (row: number) => string;
  /** A share from 0 to 1 that a bar behind the cell shows. */
  readonly share?: (row: number) => number;
  /** Pixels; a column without takes what is left. */
  readonly width?: number;
}

/** Which way rows of a tree lie in each other. */
export interface RowTree {
  /** From 0 on. */
  readonly levelOf: (row: number) => number;
  /** null: nothing is below it. */
  readonly isOpen: (row: number) => boolean | null;
  readonly ontoggle: (row: number) => void;
}
