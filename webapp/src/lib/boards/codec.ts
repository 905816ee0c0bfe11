/**
 * Boards as JSON: in links, in files, and among the annotations. All of it comes from outside:
 * whatever is read is checked, and what can't be read of a board stays in it as it is.
 */

import type { Codec } from "../codec";
import {
  type Board,
  type CardItem,
  type Item,
  MOST_COLUMNS,
  MOST_HEIGHT,
  MOST_ITEMS,
} from "./boards";

type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 16 * 1024;

export function plainBoard({ columns, runs, items }: Board): Fields {
  return { columns, ...(runs === "" ? {} : { runs }), items: items.map(plainItem) };
}

function plainItem(item: Item): Fields {
  const { id, width, height, type } = item;
  const size = { id, ...(width === 1 ? {} : { width }), ...(height === 2 ? {} : { height }) };
  if (item.type === "unknown") return { ...item.fields, ...size };
  if (item.type !== "card") return { type, ...size, text: item.text };
  const { view, kind, tag, members, run, settings } = item;
  return {
    type,
    ...size,
    view,
    kind,
    tag,
    ...(members === undefined ? {} : { members }),
    ...(run === null ? {} : { run }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

/** @returns null for anything that is no board. */
export function readBoard(value: unknown): Board | null {
  if (!isFields(value)) return null;
  const { columns, runs = "", items } = value;
  if (!isWithin(columns, MOST_COLUMNS) || !isText(runs)) return null;
  if (!Array.isArray(items) || items.length > MOST_ITEMS) return null;
  if (!items.every(isFields)) return null;
  const read = items.map((item, at) => readItem(item, at) ?? unknownItem(item, at));
  const areApart = new Set(read.map(({ id }) => id)).size === read.length;
  return { columns, runs, items: areApart ? read : read.map((item, id) => ({ ...item, id })) };
}

function unknownItem(fields: Fields, at: number): Item {
  const { id, width, height } = fields;
  return {
    type: "unknown",
    id: Number.isSafeInteger(id) ? (id as number) : at,
    width: isWithin(width, MOST_COLUMNS) ? width : 1,
    height: isWithin(height, MOST_HEIGHT) ? height : 2,
    fields,
  };
}

function readItem(value: Fields, at: number): Item | null {
  const { type, id = at, width = 1, height = 2 } = value;
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return null;
  if (!isWithin(width, MOST_COLUMNS) || !isWithin(height, MOST_HEIGHT)) return null;
  const size = { id, width, height };
  if (type === "title" || type === "note") {
    return isText(value.text) ? { ...size, type, text: value.text } : null;
  }
  const { view, kind, tag, members, run = null, settings = {} } = value;
  if (type !== "card" || !isText(view) || !isText(kind) || !isText(tag)) return null;
  if (run !== null && !isText(run)) return null;
  if (!isFields(settings) || !Object.values(settings).every(isText)) return null;
  if (members !== undefined && !(Array.isArray(members) && members.every(isText))) return null;
  const own = settings as Readonly<Record<string, string>>;
  const card: CardItem = { ...size, type: "card", view, kind, tag, run, settings: own };
  return members === undefined ? card : { ...card, members };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

/** For links. */
export const boardCodec: Codec<Board> = {
  parse(text) {
    try {
      return readBoard(JSON.parse(text)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  format: (board) => JSON.stringify(plainBoard(board)),
};
