/** Columns of one band that stand beside each other have a common head. */

import type { PlacedColumn } from "./column";

export interface ColumnBand {
  /** Of its first column. */
  readonly key: string;
  readonly name: string;
  readonly left: number;
  readonly width: number;
  /** Number of its columns. */
  readonly count: number;
}

export function bandsOf(columns: readonly PlacedColumn[]): readonly ColumnBand[] {
  const bands: ColumnBand[] = [];
  for (const { column, left, width } of columns) {
    const [last, name] = [bands.at(-1), column.band ?? ""];
    if (last?.name === name) {
      bands[bands.length - 1] = { ...last, width: last.width + width, count: last.count + 1 };
    } else bands.push({ key: column.key, name, left, width, count: 1 });
  }
  return bands;
}
