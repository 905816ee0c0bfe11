/** What a picture of layers by steps is given. */

/** A cell by its indexes. */
export interface LayerCell {
  readonly row: number;
  readonly column: number;
}

export interface LayerFigure {
  /** Of the rows, from top to bottom, each another. */
  readonly names: readonly string[];
  /** The step that is written below each column; rising. */
  readonly steps: Float64Array;
  /** Red, green, blue, alpha of each cell, row by row; an alpha of 0: there is nothing. */
  readonly colors: Uint8ClampedArray<ArrayBuffer>;
  /** 1 for each cell that is crossed out where there is room for a cross. */
  readonly crossed: Uint8Array;
}
