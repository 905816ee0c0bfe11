/** Regular expressions of queries: what could take for ever is refused before it is tried. */

import { QueryError } from "./tokens";

/** Characters of a pattern, and of a text that is tried. */
const longestPattern = 200;
const longestText = 300;
/** Each repetition without an end multiplies the ways to try a text by its length. */
const mostRepetitions = 3;
/** To go through a pattern, as far as they do not hang on the text. */
const mostWays = 1000;
/** Milliseconds for all texts of a query. */
const budget = 300;

/**
 * Whether trying it may take time that grows faster than a small power of the text's length: a
 * repetition or a choice that is itself repeated, a back reference, many repetitions, or many choices.
 */
export function isSlow(pattern: string): boolean {
  // What cannot repeat is taken away: escapes and sets of characters are one character each.
  if (/\\[1-9]|\\k</.test(pattern)) return true;
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  const repetitions = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  if (repetitions > mostRepetitions) return true;
  const groups = plain.replace(/\(\?(?:[:=!]|<[=!]|<[^>]*>)/g, "(");
  // A lazy repetition is one as well.
  return isRisky(groups.replace(/([*+?}])\?/g, "$1"));
}

/** Ways to go through a group: those of its alternatives so far, of this one before its last part, and of that. */
interface Ways {
  others: number;
  before: number;
  last: number;
  /** Whether it repeats or chooses anything. */
  hasChoice: boolean;
}

/** Whether a choice is repeated, or choices behind each other multiply. */
function isRisky(plain: string): boolean {
  let group: Ways = { others: 0, before: 1, last: 1, hasChoice: false };
  const around: Ways[] = [];
  const waysOf = ({ others, before, last }: Ways): number => others + before * last;
  const chars = [...plain];
  for (const [at, char] of chars.entries()) {
    if (char === "(") {
      group.before *= group.last;
      around.push(group);
      group = { others: 0, before: 1, last: 1, hasChoice: false };
    } else if (char === ")" && around.length > 0) {
      const inside = group;
      if (inside.hasChoice && "*+{".includes(chars[at + 1] ?? " ")) return true;
      group = around.pop() as Ways;
      group.last = waysOf(inside);
      group.hasChoice ||= inside.hasChoice;
    } else if (char === "|") {
      group.others = waysOf(group);
      [group.before, group.last] = [1, 1];
    } else if (char === "?") group.last++;
    else if (!"*+{}".includes(char)) {
      group.before *= group.last;
      group.last = 1;
    }
    if ("*+{|?".includes(char)) group.hasChoice = true;
    if (waysOf(group) > mostWays) return true;
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
