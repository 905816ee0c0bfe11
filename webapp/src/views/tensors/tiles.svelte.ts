/** The values of a table, fetched in tiles as they come into sight. */

import { SvelteMap } from "svelte/reactivity";
import { fetchTensor, type TensorPlace } from "../../api/tensors";
import { sliceOf, type TensorGrid } from "./table";
import {
  TILE_COLUMNS,
  TILE_ROWS,
  TileLoader,
  type TensorArea,
  type TensorTile,
} from "./tile-loader";

export class Tiles {
  error = $state.raw<string | null>(null);

  readonly #tiles = new SvelteMap<string, TensorTile>();
  readonly #loader: TileLoader;

  constructor(place: TensorPlace, table: TensorGrid) {
    this.#loader = new TileLoader(
      table,
      async ({ rows, columns }, signal) => {
        const { values } = await fetchTensor(place, sliceOf(table, rows, columns), signal);
        return values?.data ?? new Float64Array();
      },
      (key, tile) => {
        if (tile === null) this.#tiles.delete(key);
        else this.#tiles.set(key, tile);
      },
      (message) => (this.error = message),
    );
  }

  /** Undefined until it is there. Reactive. */
  valueAt(row: number, column: number): number | undefined {
    const [i, j] = [Math.floor(row / TILE_ROWS), Math.floor(column / TILE_COLUMNS)];
    const tile = this.#tiles.get(`${i} ${j}`);
    return tile?.data[(row - i * TILE_ROWS) * tile.columns + column - j * TILE_COLUMNS];
  }

  want(area: TensorArea): void {
    this.#loader.want(area);
  }

  stop(): void {
    this.#loader.stop();
  }
}
