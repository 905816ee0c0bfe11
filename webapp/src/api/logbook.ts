/** What people and programs concluded from the runs. */

import { ask, askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const entry = object({
  id: text,
  /** Seconds since 1970; null: the file does not say when. */
  walltime: nullable(number),
  /** As they called themselves; empty: not known. */
  author: text,
  /** What it is about, be it there or gone. */
  runs: list(object({ id: text, name: text })),
  /** That gave the answer; empty: none is named. */
  command: text,
  /** Markdown. */
  text,
  /** Bytes of it that only the file has. */
  left_out: number,
});
export type LogbookEntry = Of<typeof entry>;

const page = object({
  version: number,
  editable: flag,
  /** The newest first. */
  entries: list(entry),
  /** What to ask for the entries before; null: that is all. */
  older: nullable(text),
  /** Why logbooks that are there can't be read. */
  unreadable: list(text),
});
export type LogbookPage = Of<typeof page>;

export interface NewEntry {
  readonly text: string;
  /** Ids. */
  readonly runs: readonly string[];
  readonly author: string;
}

/** @param asked - `older` of another page; `run`: only entries about it. */
export async function fetchLogbook(asked: {
  readonly older?: string;
  readonly run?: string;
}): Promise<LogbookPage> {
  const query = new URLSearchParams(asked).toString();
  return page(await ask(query === "" ? "logbook" : `logbook?${query}`), "logbook");
}

export async function writeEntry(written: NewEntry): Promise<LogbookEntry> {
  return entry(await askWith("logbook", written), "logbook");
}
