/** What a chart of bars draws. */

export interface Bar {
  readonly key: string;
  readonly title: string;
  /** NaN: there is none. */
  readonly value: number;
  /** Half the length of the whisker; NaN: none. */
  readonly spread: number;
  /** What is written in each column. */
  readonly texts: readonly string[];
  /** All that it says, for those who do not see it. */
  readonly label: string;
}

export interface BarFigure {
  /** From top to bottom. */
  readonly bars: readonly Bar[];
  /** Titles of the columns of texts. */
  readonly columns: readonly { readonly title: string; readonly hint: string }[];
}
