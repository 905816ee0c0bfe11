/** What may be written next in a query. */

import { offered, ranked, writingAt, type Completions } from "../language/complete";
import { inBackquotes } from "../language/tokens";
import type { Value } from "./types";
import { isBareName, isWordOf, keywords, tokensOf, type TableToken } from "./tokens";

export interface Completion {
  /** What is written in the place of characters [from, to). */
  readonly insert: string;
  readonly label: string;
  readonly kind: "column" | "value" | "word";
}

export interface Vocabulary {
  /** Names of columns, the most useful first. */
  readonly names: readonly string[];
  /** What a column holds, the most frequent first; empty for one that is not there. */
  valuesOf(name: string): readonly Value[];
}

const most = 12;
const comparing: ReadonlySet<string> = new Set(["=", "==", "!=", "<", "<=", ">", ">=", "~"]);

/** @param caret - where the user writes, in characters. */
export function completionsAt(
  text: string,
  caret: number,
  words: Vocabulary,
): Completions<Completion> {
  const writing = writingAt(text, caret, tokensOf, ["`", '"', "'"]);
  if (writing === null) return { from: caret, to: caret, items: [] };
  const { settled, written, from } = writing;
  const typed = written?.kind === "name" ? written.text : text.slice(from, caret);
  const wanted = typed.replace(/^["'`]/, "");
  const items = ranked(candidates(settled, words), wanted, ({ label }) => label).slice(0, most);
  return offered(text, { from, to: caret }, items, ({ insert }) => insert);
}

function candidates(before: readonly TableToken[], words: Vocabulary): readonly Completion[] {
  const named = nameOfValues(before);
  if (named !== null) return words.valuesOf(named).map(valueOf);
  const last = before.at(-1);
  const expectsCondition =
    last === undefined ||
    (last.kind === "sign" && ["(", "!", "&&", "||"].includes(last.text)) ||
    (last.kind === "name" && !last.isQuoted && /^(?:and|or|not)$/i.test(last.text));
  const names = words.names.map((name): Completion => {
    const insert = isBareName(name) ? name : inBackquotes(name);
    return { insert, label: name, kind: "column" };
  });
  if (expectsCondition) return names;
  if (last.kind === "sign" && comparing.has(last.text)) return names;
  const isOperand = last.kind === "name" && !keywords.has(last.text.toLowerCase());
  if (isOperand && !isCompared(before)) return ["is missing", "in [", "not in ["].map(wordOf);
  return ["and", "or"].map(wordOf);
}

/** The column whose values may stand next: behind its operator, or within its list. */
function nameOfValues(before: readonly TableToken[]): string | null {
  let place = before.length - 1;
  const token = before[place];
  if (token?.kind !== "sign") return null;
  if (token.text === "[" || token.text === ",") {
    while (place >= 0 && !isWordOf(before[place], "in")) {
      const passed = before[place--];
      if (passed?.kind === "sign" && !["[", ","].includes(passed.text)) return null;
    }
    if (isWordOf(before[place - 1], "not")) place--;
  } else if (!comparing.has(token.text)) return null;
  const name = before[place - 1];
  if (name?.kind === "sign" && name.text === ")") {
    const inside = before[place - 2];
    return inside?.kind === "name" ? inside.text : null;
  }
  return name?.kind === "name" ? name.text : null;
}

function isCompared(before: readonly TableToken[]): boolean {
  const previous = before.at(-2);
  return previous?.kind === "sign" && (comparing.has(previous.text) || previous.text === "(");
}

function valueOf(value: Value): Completion {
  const insert = typeof value === "string" ? JSON.stringify(value) : String(value);
  return { insert, label: String(value), kind: "value" };
}

function wordOf(word: string): Completion {
  return { insert: word, label: word, kind: "word" };
}
