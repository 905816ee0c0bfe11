/** What a picture of layers by steps is given. */

/** A cell by its indexes. */
export interface LayerCell {
  readonly tile: number;
  readonly row: number;
  readonly column: number;
}

/** The cells of one run. */
export interface LayerTile {
  /** What is written above it, and its color; nothing unless given. */
  readonly title?: { readonly text: string; readonly color: string };
  /** Red, green, blue, alpha of each cell, row by row; an alpha of 0: there is nothing. */
  readonly colors: Uint8ClampedArray<ArrayBuffer>;
  /** 1 for each cell that is crossed out where there is room for a cross. */
  readonly crossed: Uint8Array;
}

/** What the colors mean, below the cells. */
export interface LayerLegend {
  readonly low: string;
  readonly high: string;
  /** From low to high, `#rrggbb`. */
  readonly colors: readonly string[];
  /** Colors that the scale does not have, and what they mean. */
  readonly others: readonly (readonly [color: string, meaning: string])[];
}

export interface LayerFigure {
  /** Of the rows, from top to bottom, each another. */
  readonly names: readonly string[];
  /** The step that is written below each column; rising. */
  readonly steps: Float64Array;
  /** Side by side; all have the same rows and columns. */
  readonly tiles: readonly LayerTile[];
  /** None unless given. */
  readonly legend?: LayerLegend;
}
