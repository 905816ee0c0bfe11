/** What a flame graph draws: a tree whose nodes are as wide as what they took. */

import type { Tree } from "../../lib/profile/tree";

export interface FlameFigure {
  readonly tree: Tree;
  readonly names: readonly string[];
  /** What each node took with all below it, not negative. */
  readonly values: Float64Array;
  /** What the roots together are called. */
  readonly all: string;
  /** The node that takes the whole width, with what is above it; -1: all roots. */
  readonly root: number;
  /** -1: none. */
  readonly selected: number;
  /** Nodes that a search finds; null: none runs. */
  readonly found: ReadonlySet<number> | null;
  /** The roots are at the bottom, as in a flame; else at the top, as in an icicle. */
  readonly isUpwards: boolean;
  /** A value as text. */
  readonly textOf: (value: number) => string;
}
