/** Fetches the tiles of a table that are in sight, each once. */

import type { TypedArray } from "../../api/arrays";

/** Places in a table: from, up to, not including, to. */
export interface TensorArea {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

export interface TensorTile {
  readonly data: TypedArray;
  readonly columns: number;
}

/** The values of an area, row by row. */
export type FetchArea = (area: TensorArea, signal: AbortSignal) => Promise<TypedArray>;

export const TILE_ROWS = 64;
export const TILE_COLUMNS = 32;
/** Tiles out of sight that are kept. */
const MOST_KEPT = 400;

export class TileLoader {
  readonly #rows: number;
  readonly #columns: number;
  readonly #fetch: FetchArea;
  readonly #onTile: (key: string, tile: TensorTile | null) => void;
  readonly #onError: (message: string | null) => void;
  readonly #asked = new Map<string, AbortController>();
  readonly #held = new Set<string>();

  /** @param onTile - gets each tile that has come; null: it was let go. */
  constructor(
    size: { readonly rows: number; readonly columns: number },
    fetch: FetchArea,
    onTile: (key: string, tile: TensorTile | null) => void,
    onError: (message: string | null) => void,
  ) {
    this.#rows = size.rows;
    this.#columns = size.columns;
    this.#fetch = fetch;
    this.#onTile = onTile;
    this.#onError = onError;
  }

  /** This is in sight: what is not there is fetched, and what is no longer in sight is not waited for. */
  want({ rows, columns }: TensorArea): void {
    const wanted = new Set<string>();
    for (let i = Math.floor(rows[0] / TILE_ROWS); i * TILE_ROWS < rows[1]; i++) {
      for (let j = Math.floor(columns[0] / TILE_COLUMNS); j * TILE_COLUMNS < columns[1]; j++) {
        wanted.add(`${i} ${j}`);
      }
    }
    for (const [key, abort] of this.#asked) {
      if (wanted.has(key)) continue;
      abort.abort();
      this.#asked.delete(key);
    }
    for (const key of wanted) {
      if (!this.#held.has(key) && !this.#asked.has(key)) void this.#load(key);
    }
    for (const key of this.#held) {
      if (this.#held.size <= MOST_KEPT) break;
      if (wanted.has(key)) continue;
      this.#held.delete(key);
      this.#onTile(key, null);
    }
  }

  stop(): void {
    for (const abort of this.#asked.values()) abort.abort();
    this.#asked.clear();
  }

  async #load(key: string): Promise<void> {
    const abort = new AbortController();
    this.#asked.set(key, abort);
    const [i = 0, j = 0] = key.split(" ").map(Number);
    const top = i * TILE_ROWS;
    const left = j * TILE_COLUMNS;
    const right = Math.min(this.#columns, left + TILE_COLUMNS);
    const area: TensorArea = {
      rows: [top, Math.min(this.#rows, top + TILE_ROWS)],
      columns: [left, right],
    };
    try {
      const data = await this.#fetch(area, abort.signal);
      if (abort.signal.aborted) return;
      this.#held.add(key);
      this.#onTile(key, { data, columns: right - left });
      this.#onError(null);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#onError(error instanceof Error ? error.message : String(error));
    }
    this.#asked.delete(key);
  }
}
