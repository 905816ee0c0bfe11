/** A query's text as tokens, each with its place. */

import {
  LanguageError,
  matchAt,
  scan,
  type CommonProblem,
  type EndToken,
  type NameToken,
  type SignToken,
  type Span,
} from "../language/tokens";

type Written =
  | NameToken
  | (Span & { readonly kind: "string"; readonly text: string })
  | (Span & { readonly kind: "number"; readonly number: number; readonly text: string })
  | (Span & { readonly kind: "regex"; readonly pattern: string; readonly flags: string })
  | SignToken<TableSign>;
export type TableToken = Written | EndToken;

const signs = [
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "=",
  "<",
  ">",
  "!",
  "~",
  "(",
  ")",
  "[",
  "]",
  ",",
] as const;
export type TableSign = (typeof signs)[number];

export type TableProblem =
  | CommonProblem
  | "openString"
  | "openRegex"
  | "wantsOperand"
  | "wantsOperator"
  | "wantsClose"
  | "wantsList"
  | "wantsPattern"
  | "wantsMissing"
  | "wantsEnd"
  | "unknownColumn"
  | "badRegex"
  | "slowRegex";

/** What is wrong with a query. */
export class QueryError extends LanguageError<TableProblem> {}

/** Longer than this is no query that anyone wrote. */
const longest = 4000;

const number = /[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)/iuy;
const name = /[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}_./:-]*/uy;
const nameGoesOn = /[\p{L}\p{N}\p{M}_./:-]/uy;
const quoted = /(["'`])((?:\\[^]|(?!\1|\\)[^])*)\1/uy;
/** A slash within brackets, or behind a backslash, does not end it. */
const regex = /\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/uy;

/** Names that can be written without quotes. */
export function isBareName(text: string): boolean {
  return (
    matchAt(name, text, 0)?.[0] === text && !isNumber(text) && !keywords.has(text.toLowerCase())
  );
}

export const keywords: ReadonlySet<string> = new Set(
  "and or not in is missing true false null".split(" "),
);

function isNumber(text: string): boolean {
  return matchAt(number, text, 0)?.[0] === text;
}

function numberOf(text: string): number {
  const lower = text.toLowerCase().replace(/^\+/, "");
  if (lower.endsWith("nan")) return NaN;
  if (lower.includes("inf")) return lower.startsWith("-") ? -Infinity : Infinity;
  return Number(lower);
}

function unescaped(text: string): string {
  return text.replace(/\\([^])/gu, (_, char: string) => {
    return char === "n" ? "\n" : char === "t" ? "\t" : char;
  });
}

function tokenAt(text: string, from: number): Written {
  // A sign may be two of JavaScript's characters.
  const char = String.fromCodePoint(text.codePointAt(from) ?? 0);
  if (char === '"' || char === "'" || char === "`") {
    const match = matchAt(quoted, text, from);
    if (match === null) {
      throw new QueryError(char === "`" ? "openName" : "openString", from, text.length, char);
    }
    const place = { from, to: from + match[0].length };
    const inside = unescaped(match[2] ?? "");
    if (char === "`") return { kind: "name", text: inside, isQuoted: true, ...place };
    return { kind: "string", text: inside, ...place };
  }
  const digits = matchAt(number, text, from)?.[0];
  if (digits !== undefined && matchAt(nameGoesOn, text, from + digits.length) === null) {
    const to = from + digits.length;
    return { kind: "number", number: numberOf(digits), text: digits, from, to };
  }
  const word = matchAt(name, text, from)?.[0];
  if (word !== undefined) {
    return { kind: "name", text: word, isQuoted: false, from, to: from + word.length };
  }
  if (char === "/") {
    const match = matchAt(regex, text, from);
    if (match === null) throw new QueryError("openRegex", from, text.length);
    const [whole, pattern = "", flags = ""] = match;
    return { kind: "regex", pattern, flags, from, to: from + whole.length };
  }
  const sign = signs.find((each) => text.startsWith(each, from));
  if (sign === undefined) throw new QueryError("strange", from, from + char.length, char);
  return { kind: "sign", text: sign, from, to: from + sign.length };
}

/** @throws QueryError. @returns the tokens; the last one is the end. */
export function tokensOf(text: string): readonly TableToken[] {
  if (text.length > longest) throw new QueryError("tooLong", longest, text.length);
  return scan(text, tokenAt);
}

/** Whether a token is a word of the language, however it is written. */
export function isWordOf(token: TableToken | undefined, word: string): boolean {
  return token?.kind === "name" && !token.isQuoted && token.text.toLowerCase() === word;
}
