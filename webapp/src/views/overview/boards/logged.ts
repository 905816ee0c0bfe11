/** What a layout of the logs is as a board: a custom chart for each of its charts. */

import type { LayoutChart, LoggedLayout } from "../../../api/layouts";
import { chartsCodec } from "../../../cards/composition/codec";
import { chartOf, entryOf, mostEntries, type ChartEntry } from "../../../cards/composition/model";
import { DASHES, PALETTE } from "../../../lib/colors";
import { written } from "../../../lib/expressions/tokens";
import {
  type Board,
  type CardItem,
  emptyBoard,
  MOST_ITEMS,
  type NewItem,
  withItem,
} from "../../../lib/boards/boards";

const COLUMNS = 2;
const LONGEST_TITLE = 200;

/** How TensorBoard's writers call what was given no category. */
const NO_CATEGORY = "default";

export interface LoggedCategory {
  /** Empty: there is but one, without a name. */
  readonly title: string;
  readonly charts: readonly LayoutChart[];
}

/** Those of the same name stand together, where the first one stands. */
export function categoriesOf({ charts }: Pick<LoggedLayout, "charts">): readonly LoggedCategory[] {
  const found = new Map<string, LayoutChart[]>();
  for (const chart of charts) {
    const own = found.get(chart.category) ?? [];
    found.set(chart.category, [...own, chart]);
  }
  const isPlain = found.size === 1 && found.has(NO_CATEGORY);
  return [...found].map(([title, own]) => ({ title: isPlain ? "" : title, charts: own }));
}

/** Entries of a chart, and how many more it would have. */
export interface LoggedEntries {
  readonly entries: readonly ChartEntry[];
  readonly leftOut: number;
}

/**
 * @param isThere - whether any run of the board has the scalar: where none of the chart's is there, all
 *   of them count.
 */
export function entriesOf(
  { tags, margins, left_out }: LayoutChart,
  isThere: (tag: string) => boolean,
): LoggedEntries {
  const there = tags.filter(isThere);
  const plain = (there.length > 0 ? there : tags).map((tag) => entryOf(written(tag)));
  const banded = margins.map(({ value, low, high }) =>
    entryOf(written(value), { band: [written(low), written(high)] }),
  );
  const all = [...plain, ...banded];
  const shown = all.slice(0, mostEntries);
  // So many dashes look different; beyond, each scalar has a color of its own.
  const isMany = shown.length > DASHES.length;
  const entries = shown.map((entry, i) =>
    isMany ? { ...entry, color: PALETTE[i % PALETTE.length] ?? null } : entry,
  );
  return { entries, leftOut: left_out + all.length - shown.length };
}

/** The chart as a card of a board that knows nothing of the layout. */
export function cardItemOf(
  { title }: LayoutChart,
  entries: readonly ChartEntry[],
): Omit<CardItem, "id"> {
  const chart = chartOf(1, { title: title.slice(0, LONGEST_TITLE), entries });
  return {
    type: "card",
    view: "composition",
    kind: "scalar",
    tag: title,
    run: null,
    settings: { charts: chartsCodec.format([chart]) },
    width: 1,
    height: 2,
  };
}

/** What a board of one's own lacks of the layout that it was made of. */
export interface Lacking {
  /** Charts of which something matches nothing, or can't be matched. */
  readonly partial: readonly LayoutChart[];
  /** How many charts have no room. */
  readonly leftOut: number;
}

/**
 * A board that shows what the layout shows now: a board knows tags, no expressions, so what matches nothing
 * yet does not come later. It has no room for more than `MOST_ITEMS`.
 * @param note - what the board says of that, in words; null: nothing.
 */
export function boardOf(
  layout: LoggedLayout,
  isThere: (tag: string) => boolean,
  note: (lacking: Lacking) => string | null,
): Board {
  const charts = layout.charts.filter((chart) => entriesOf(chart, isThere).entries.length > 0);
  const partial = layout.charts.filter(
    (chart) => !charts.includes(chart) || chart.unmatched.length > 0 || chart.wrong.length > 0,
  );
  const items: NewItem[] = [];
  let leftOut = layout.left_out;
  // A place stays for the note.
  const room = (more: number): boolean => items.length + more < MOST_ITEMS;
  for (const { title, charts: own } of categoriesOf({ charts })) {
    const heads: NewItem[] =
      title === "" ? [] : [{ type: "title", text: title, width: COLUMNS, height: 1 }];
    if (room(heads.length + 1)) items.push(...heads);
    for (const chart of own) {
      if (room(1)) items.push(cardItemOf(chart, entriesOf(chart, isThere).entries));
      else leftOut++;
    }
  }
  const text = note({ partial, leftOut });
  if (text !== null) items.push({ type: "note", text, width: COLUMNS, height: 2 });
  return items.reduce<Board>(withItem, { ...emptyBoard, columns: COLUMNS });
}

/** Text of a log in one line of Markdown, as it is. */
export function inline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#+.!|~$^&-]/g, "\\$&");
}
