/** Boards: cards of any views, titles and notes side by side, as people arranged them. */

/** Where an item stands among the columns, and how many rows of the grid it is high. */
interface Sized {
  /** The same as long as the item is there. */
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

/** A card of a view: it names a tag, and shows whichever runs the board is of. */
export interface CardItem extends Sized {
  readonly type: "card";
  readonly view: string;
  readonly kind: string;
  readonly tag: string;
  /** The tags that the card shows together, where its view gathers some. */
  readonly members?: readonly string[];
  /** Id of the run that a card of one run is of, as long as it is among the board's; null: of all runs. */
  readonly run: string | null;
  /** The view's settings as a link has them, without those that have their initial values. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface TextItem extends Sized {
  /** A note is Markdown. */
  readonly type: "title" | "note";
  readonly text: string;
}

/** What this page can't read, such as a card of a newer version: kept as it is. */
export interface UnknownItem extends Sized {
  readonly type: "unknown";
  readonly fields: Readonly<Record<string, unknown>>;
}

export type Item = CardItem | TextItem | UnknownItem;
/** What there is of an item before it stands on a board. */
export type NewItem = Omit<CardItem, "id"> | Omit<TextItem, "id">;

export interface Board {
  readonly columns: number;
  /** Which runs it is of, as the search of runs has it; empty: the selected ones. */
  readonly runs: string;
  readonly items: readonly Item[];
}

export const MOST_COLUMNS = 4;
export const MOST_HEIGHT = 4;
export const MOST_ITEMS = 100;
export const LONGEST_NAME = 200;

export const emptyBoard: Board = { columns: 3, runs: "", items: [] };

/** @returns the board with the item behind the others. */
export function withItem(board: Board, item: NewItem): Board {
  const id = 1 + board.items.reduce((most, each) => Math.max(most, each.id), -1);
  return { ...board, items: [...board.items, { ...item, id }] };
}

export function withoutItem(board: Board, id: number): Board {
  return { ...board, items: board.items.filter((each) => each.id !== id) };
}

/** @param change - of the item's fields. */
export function withChange<T extends Item>(board: Board, { id }: T, change: Partial<T>): Board {
  const items = board.items.map((each) => (each.id === id ? { ...each, ...change } : each));
  return { ...board, items: items as readonly Item[] };
}

/** @returns the board with the item at `from` moved to `to`. */
export function withMove(board: Board, from: number, to: number): Board {
  const item = board.items[from];
  if (item === undefined) return board;
  return { ...board, items: board.items.toSpliced(from, 1).toSpliced(to, 0, item) };
}

/** A name that no board has: `Board`, `Board 2`, ... */
export function freeName(names: readonly string[], wanted: string): string {
  if (!names.includes(wanted)) return wanted;
  let number = 2;
  while (names.includes(`${wanted} ${number}`)) number++;
  return `${wanted} ${number}`;
}
