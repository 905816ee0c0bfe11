/** What of a grid is in sight: columns and lines. */

import { untrack } from "svelte";
import type { Line } from "../../../lib/table/lines";
import { fullNumber } from "../../../lib/numbers";
import { t } from "../texts";
import { type GridColumn, type GridOptions, oneText, type PlacedColumn } from "./column";
import type { CellPlace } from "./keys";
import {
  BAND_HEIGHT,
  columnsWithin,
  edgesOf,
  HEAD_HEIGHT,
  linesOf,
  RowLayout,
  scrolledTo,
} from "./layout";

/** Where the pinned columns would leave less than this for the others, they scroll as well. */
const LEAST_FREE = 0.35;

export class GridState {
  readonly options: GridOptions;
  readonly uid: string;

  // Of the viewport, in pixels.
  width = $state(0);
  height = $state(0);
  top = $state(0);
  left = $state(0);

  /** @param options - reactive. */
  constructor(options: GridOptions, uid: string) {
    this.options = options;
    this.uid = uid;
  }

  // --- columns

  readonly lead: number = $derived.by(() => this.options.lead ?? 0);
  readonly hasBands: boolean = $derived.by(() =>
    this.options.columns.some(({ band }) => band !== undefined),
  );
  /** Pixels of the heads. */
  readonly head: number = $derived((this.hasBands ? BAND_HEIGHT : 0) + HEAD_HEIGHT);

  readonly isSortedBySeveral: boolean = $derived.by(() => {
    const { columns, model } = this.options;
    return model.sorts.filter((sort) => columns.some(({ key }) => key === sort.key)).length > 1;
  });

  readonly #pinnedCount: number = $derived.by(() => {
    const { pinned, widths } = this.options;
    const wanted = widths.slice(0, pinned).reduce((sum, width) => sum + width, this.lead);
    return wanted <= (1 - LEAST_FREE) * this.width ? pinned : 0;
  });
  /** Of all columns, [columns + 1]: where each begins, and the last one ends. */
  readonly edges: Float64Array = $derived.by(() => edgesOf(this.options.widths, this.lead));
  readonly pinnedWidth: number = $derived(this.edges[this.#pinnedCount] ?? this.lead);
  readonly totalWidth: number = $derived(this.edges.at(-1) ?? this.lead);

  readonly #freeEdges: Float64Array = $derived(this.edges.subarray(this.#pinnedCount));
  /** One text, so that scrolling within a column changes nothing. */
  readonly #seen: string = $derived(
    columnsWithin(this.#freeEdges, this.left + this.pinnedWidth, this.left + this.width).join(),
  );
  /** All of them. */
  readonly placed: readonly PlacedColumn[] = $derived.by(() =>
    this.options.columns.map((column, place) => {
      const left = this.edges[place] as number;
      return { column, place, left, width: (this.edges[place + 1] as number) - left };
    }),
  );
  readonly pinned: readonly PlacedColumn[] = $derived(this.placed.slice(0, this.#pinnedCount));
  readonly allFree: readonly PlacedColumn[] = $derived(this.placed.slice(this.#pinnedCount));
  /** Of these the ones in sight. */
  readonly free: readonly PlacedColumn[] = $derived.by(() => {
    const [first, end] = this.#seen.split(",").map(Number);
    return this.allFree.slice(first, end);
  });

  // --- lines

  readonly openPlaces: readonly number[] = $derived.by(() => {
    const { model, open = [] } = this.options;
    if (open.length === 0) return [];
    return model.lines.flatMap((line, place) =>
      line.type === "run" && open.includes(model.keyOf(line.row)) ? [place] : [],
    );
  });
  readonly layout: RowLayout = $derived.by(
    () => new RowLayout(this.options.model.lines.length, this.options.rowHeight, this.openPlaces),
  );
  readonly range: readonly [number, number] = $derived(
    this.layout.within(this.top, this.top + this.height - this.head),
  );
  /** They never become fewer, so that none is made while scrolling. */
  #slots = 0;
  /** The place of the line that each drawn one shows; -1: none. */
  readonly shown: readonly number[] = $derived.by(() => {
    const [first, end] = this.range;
    if (this.options.name !== undefined)
      return Array.from({ length: end - first }, (_, i) => first + i);
    this.#slots = Math.max(this.#slots, end - first);
    return linesOf(first, end, this.#slots);
  });
  readonly openInSight: readonly number[] = $derived(
    this.openPlaces.filter((place) => place >= this.range[0] && place < this.range[1]),
  );

  keyOf(line: Line): string {
    return line.type === "run" ? this.options.model.keyOf(line.row) : line.key;
  }

  /** What stands in a column of a group. */
  textOf(column: GridColumn, width: number, rows: readonly number[]): string {
    return column.ofGroup?.(rows) ?? oneText(rows.map((row) => column.text(row, width)));
  }

  /** A cell in full. */
  titleOf(line: Line, { column, width }: PlacedColumn): string {
    if (line.type === "run") return column.full?.(line.row) ?? column.text(line.row, width);
    if (column.metric === undefined) return this.textOf(column, width, line.rows);
    const mean = this.options.model.groups.meanOf(column.metric.column, line.rows);
    if (mean === null) return "";
    return [
      `${fullNumber(mean.mean)}${mean.half === null ? "" : ` ± ${fullNumber(mean.half)}`}`,
      t("meanOf", { n: mean.n, all: this.options.model.counted(line.rows.length) }),
      ...(mean.half === null ? [] : [t("interval")]),
    ].join("\n");
  }

  // --- what the pointer and the keys are at

  /** Place of the line under the pointer; -1: none. */
  pointed = $state(-1);

  #active = $state.raw<CellPlace>({ row: 0, column: 0 });
  hasFocus = $state(false);

  get active(): CellPlace {
    const { model, columns } = this.options;
    return {
      row: Math.min(this.#active.row, model.lines.length - 1),
      column: Math.min(this.#active.column, columns.length - 1),
    };
  }
  set active(place: CellPlace) {
    this.#active = place;
  }

  /** Place of the column whose cell in a line keys act on; null: none. @param row - -1: of the heads. */
  activeIn(row: number): number | null {
    return this.hasFocus && this.active.row === row ? this.active.column : null;
  }

  idOf(row: number, column: number): string {
    return `${this.uid}-${row}-${column}`;
  }

  /** Lines that a page has. */
  get page(): number {
    return Math.max(1, Math.floor((this.height - this.head) / this.options.rowHeight) - 1);
  }

  /** Where to scroll so that a cell is in sight. */
  scrolledTo({ row, column }: CellPlace): { readonly top: number; readonly left: number } {
    return untrack(() => {
      const { top, left, height, width, head } = this;
      const start = this.layout.topOf(row) + head;
      const end = start + this.options.rowHeight;
      const [from, to] = [this.edges[column] as number, this.edges[column + 1] as number];
      return {
        top: row < 0 ? top : scrolledTo(top, height, head, start, end),
        left:
          column < this.pinned.length ? left : scrolledTo(left, width, this.pinnedWidth, from, to),
      };
    });
  }
}
