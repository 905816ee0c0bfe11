/** What a chart of stacked bars draws: a bar for each step or rank, in parts. */

export interface StackBar {
  readonly label: string;
  /** Drawn hatched: it does not count. */
  readonly isApart: boolean;
}

export interface StackLayer {
  readonly name: string;
  readonly color: string;
}

export interface StackFigure {
  readonly bars: readonly StackBar[];
  /** From the bottom up. */
  readonly layers: readonly StackLayer[];
  /** Of each layer of the first bar, then of the second one. Not negative. */
  readonly values: Float64Array;
  /** Lines across all bars, such as a median. */
  readonly lines: readonly { readonly label: string; readonly value: number }[];
  /** Key of the bar that is chosen; -1: none. */
  readonly chosen: number;
  /** What is below the bars. */
  readonly title: string;
}

/** What is under the pointer. */
export interface StackSpot {
  readonly bar: number;
  /** -1: none of them, but the bar. */
  readonly layer: number;
}
