/** What a layout of the logs is as a board: a custom chart for each of its charts. */

import type { LayoutChart, LoggedLayout } from "../../api/layouts";
import { chartsCodec } from "../../cards/composition/codec";
import { chartOf, entryOf, mostEntries, type Entry } from "../../cards/composition/model";
import { DASHES, PALETTE } from "../../lib/colors";
import { written } from "../../lib/expressions/tokens";
import {
  type Board,
  type CardItem,
  emptyBoard,
  MOST_ITEMS,
  withItem,
} from "../../lib/boards/boards";

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
  readonly entries: readonly Entry[];
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
  // So many dashes are told apart; beyond, each scalar has a color of its own.
  const isMany = shown.length > DASHES.length;
  const entries = shown.map((entry, i) =>
    isMany ? { ...entry, color: PALETTE[i % PALETTE.length] ?? null } : entry,
  );
  return { entries, leftOut: left_out + all.length - shown.length };
}

/** The chart as a card of a board that knows nothing of the layout. */
export function cardItemOf(
  { title }: LayoutChart,
  entries: readonly Entry[],
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

/**
 * A board of one's own that shows the same; it has no room for more than `MOST_ITEMS`.
 * An expression that matches nothing yet stands there as a tag.
 */
export function boardOf(layout: LoggedLayout, isThere: (tag: string) => boolean): Board {
  const items = categoriesOf(layout).flatMap(({ title, charts }) => [
    ...(title === "" ? [] : [{ type: "title", text: title, width: COLUMNS, height: 1 } as const]),
    ...charts.map((chart) => {
      const { entries } = entriesOf(chart, isThere);
      const waiting = chart.unmatched.map((tag) => entryOf(written(tag)));
      return cardItemOf(chart, (entries.length > 0 ? entries : waiting).slice(0, mostEntries));
    }),
  ]);
  return items.slice(0, MOST_ITEMS).reduce<Board>(withItem, { ...emptyBoard, columns: COLUMNS });
}
