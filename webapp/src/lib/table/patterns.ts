/** Regular expressions of queries: what could take for ever is refused before it is tried. */

import { QueryError } from "./tokens";

/** Characters of a pattern, and of a text that is tried. */
const longestPattern = 200;
const longestText = 300;
/** Each repetition without an end multiplies the ways to try a text by its length. */
const mostRepetitions = 3;
/** Milliseconds for all texts of a query. */
const budget = 300;

/**
 * Whether trying it may take time that grows faster than a small power of the text's length: a
 * repetition or a choice that is itself repeated, a back reference, or many repetitions.
 */
export function isSlow(pattern: string): boolean {
  // What cannot repeat is taken away: escapes and sets of characters are one character each.
  if (/\\[1-9]|\\k</.test(pattern)) return true;
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  const repetitions = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  if (repetitions > mostRepetitions) return true;
  const open: boolean[] = [];
  for (let i = 0; i < plain.length; i++) {
    const char = plain[i] ?? "";
    if (char === "(") open.push(false);
    else if (char === ")") {
      const hasRisk = open.pop() ?? false;
      if (hasRisk && /^(?:[*+]|\{)/.test(plain.slice(i + 1))) return true;
      if (hasRisk && open.length > 0) open[open.length - 1] = true;
    } else if ("*+{|".includes(char) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

/** @throws QueryError, also from what it returns once the texts take too long together. */
export function regexTest(
  pattern: string,
  flags: string,
  from: number,
  to: number,
): (text: string) => boolean {
  if (pattern.length > longestPattern || isSlow(pattern)) {
    throw new QueryError("slowRegex", from, to);
  }
  let regex: RegExp;
  try {
    // g and y would make the answer depend on the call before.
    regex = new RegExp(pattern, flags.replace(/[gy]/g, ""));
  } catch (error) {
    throw new QueryError("badRegex", from, to, error instanceof Error ? error.message : "");
  }
  let spent = 0;
  return (text) => {
    if (spent > budget) throw new QueryError("slowRegex", from, to);
    const began = performance.now();
    const is = regex.test(text.slice(0, longestText));
    spent += performance.now() - began;
    return is;
  };
}
