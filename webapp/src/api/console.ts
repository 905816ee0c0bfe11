/** What a run's programs printed. */

import { ask, askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const ending = object({
  /** All of it in one sentence. */
  text,
  code: nullable(number),
  signal: nullable(text),
  out_of_memory: flag,
  last_words: nullable(text),
  /** Number of the line where the last one begins. */
  traceback: nullable(number),
  walltime: number,
});
export type Ending = Of<typeof ending>;

const lines = object({
  run: text,
  /** Of the whole console. */
  total: number,
  /** Lines that were printed and are not kept. */
  left_out: number,
  /** Number of the first line that is here. */
  first: number,
  /** With colors, as SGR sequences of ANSI. */
  lines: list(text),
  /** Seconds since 1970. */
  walltimes: list(number),
  /** 0: stdout and stderr in one, 1: stdout, 2: stderr, 3: a note of vdlite. */
  streams: list(number),
  /** null: it has not ended, or nobody saw it. */
  ending: nullable(ending),
});
export type ConsoleLines = Of<typeof lines>;

const found = object({
  /** Of lines, rising. */
  numbers: list(number),
  /** The line from which on was not looked; null: all were. */
  next: nullable(number),
  /** Why an expression can't be looked for. */
  error: nullable(text),
});
export type ConsoleFound = Of<typeof found>;

/** @param place - `first`: from that line on; `at`: from that moment on; neither: the last ones. */
export async function fetchConsole(
  run: string,
  place: { readonly first?: number; readonly at?: number },
  count: number,
  signal?: AbortSignal,
): Promise<ConsoleLines> {
  const query = new URLSearchParams({ run, count: String(count) });
  for (const [name, value] of Object.entries(place)) query.set(name, String(value));
  return lines(await ask(`console?${query.toString()}`, { signal: signal ?? null }), "console");
}

/** Which lines have some words, in either case. Rejects with an AbortError when aborted. */
export async function searchConsole(
  asked: {
    readonly run: string;
    readonly words: string;
    readonly regex: boolean;
    readonly start: number;
  },
  signal?: AbortSignal,
): Promise<ConsoleFound> {
  return found(await askWith("console/search", asked, signal), "console/search");
}
