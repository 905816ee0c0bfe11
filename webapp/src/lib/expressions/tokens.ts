/** An expression's text as tokens, each with its place. */

import {
  inBackquotes,
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
  | (Span & { readonly kind: "number"; readonly number: number })
  | SignToken<ExpressionSign>;
export type ExpressionToken = Written | EndToken;

/** Longer ones first: `**` is not twice `*`. */
const signs = ["**", "+", "-", "*", "/", "(", ")", ","] as const;
export type ExpressionSign = (typeof signs)[number];

export type ExpressionProblem =
  | CommonProblem
  | "tooMany"
  | "wantsOperand"
  | "wantsOperator"
  | "wantsClose"
  | "unknownFunction"
  | "wantsArguments"
  | "wantsSeries";

/** What is wrong with an expression. */
export class ExpressionError extends LanguageError<ExpressionProblem> {}

/** Longer than this is no expression that anyone wrote. */
export const longest = 1000;

const number = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iuy;
/**
 * Letters and digits, and between them whatever tags are divided by: with a space beside it, a slash,
 * a minus or a full stop belongs to no name.
 */
const name = /[\p{L}\p{N}\p{M}_@#%]+(?:[-./:]+[\p{L}\p{N}\p{M}_@#%]+)*/uy;
const nameGoesOn = /[\p{L}\p{N}\p{M}_@#%]/u;
const joint = /[-./:]/;
const quoted = /`((?:\\[^]|[^`\\])*)`/uy;

/** Whether a name goes on behind a number: `2d` and `2/loss` are names. */
function isNameAfter(text: string, place: number): boolean {
  const next = text[place] ?? "";
  return nameGoesOn.test(next) || (joint.test(next) && nameGoesOn.test(text[place + 1] ?? ""));
}

/** A name as it has to be written: in backquotes where it could be read as anything else. */
export function written(tag: string): string {
  const isBare = matchAt(name, tag, 0)?.[0] === tag && matchAt(number, tag, 0)?.[0] !== tag;
  return isBare ? tag : inBackquotes(tag);
}

function tokenAt(text: string, from: number): Written {
  if (text[from] === "`") {
    const match = matchAt(quoted, text, from);
    if (match === null) throw new ExpressionError("openName", from, text.length, "`");
    const inside = (match[1] ?? "").replace(/\\([^])/gu, "$1");
    return { kind: "name", text: inside, isQuoted: true, from, to: from + match[0].length };
  }
  const digits = matchAt(number, text, from)?.[0];
  if (digits !== undefined && !isNameAfter(text, from + digits.length)) {
    return { kind: "number", number: Number(digits), from, to: from + digits.length };
  }
  const word = matchAt(name, text, from)?.[0];
  if (word !== undefined) {
    return { kind: "name", text: word, isQuoted: false, from, to: from + word.length };
  }
  const sign = signs.find((each) => text.startsWith(each, from));
  if (sign !== undefined) return { kind: "sign", text: sign, from, to: from + sign.length };
  const [strange = ""] = text.slice(from);
  throw new ExpressionError("strange", from, from + strange.length, strange);
}

/** @throws ExpressionError. @returns the tokens; the last one is the end. */
export function tokensOf(text: string): readonly ExpressionToken[] {
  if (text.length > longest) throw new ExpressionError("tooLong", longest, text.length);
  return scan(text, tokenAt);
}
