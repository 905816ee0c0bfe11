/** Names of runs, made short by leaving out what all of them share. */

import { pathParts } from "./path-parts";
import { collect } from "./groups";

/**
 * The longest beginning, of whole path parts, that all names share; empty if there is none.
 * At least the last part of each name stays outside of it.
 */
export function commonPrefix(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined || others.length === 0) return "";
  let end = first.lastIndexOf("/") + 1;
  for (const name of others) {
    while (end > 0 && !name.startsWith(first.slice(0, end))) {
      // At a place before the first letter it would look at that one again.
      end = end < 2 ? 0 : first.lastIndexOf("/", end - 2) + 1;
    }
  }
  return first.slice(0, end);
}

/** What a run is called, and where it lies: several may be called the same, none lie in one place. */
export interface Called {
  readonly given: string;
  /** With `/` between its parts. */
  readonly path: string;
  /** Tools that wrote it; empty: vdlite alone. */
  readonly tools: readonly string[];
}

/**
 * A name for each, by path: what it is called, and, where others are called the same, behind it
 * in parentheses the tool that none of these has, or else as many parts of its path.
 */
export function distinguished(all: readonly Called[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [given, group] of collect(all, (one) => one.given)) {
    const [only] = group;
    if (group.length === 1 && only !== undefined) {
      names.set(only.path, given);
      continue;
    }
    const toolOf = ({ tools }: Called): string => tools.join(", ") || "vdlite";
    for (const [tool, alike] of collect(group, toolOf)) {
      const asides = alike.length > 1 ? endings(alike) : new Map([[alike[0]?.path ?? "", tool]]);
      for (const [path, aside] of asides) names.set(path, `${given} (${aside})`);
    }
  }
  return names;
}

/**
 * The fewest last parts of each path that are the end of no other; its whole if there are none. What all end with,
 * or what the run is called, is left out.
 */
function endings(group: readonly Called[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let rest = tails(group);
  const lastOf = (parts: readonly string[], count: number): string => parts.slice(-count).join("/");
  for (let count = 1; rest.length > 0; count++) {
    const alike = collect(rest, ({ parts }) => lastOf(parts, count));
    const isDistinct = ({ parts }: { parts: readonly string[] }): boolean =>
      parts.length <= count || alike.get(lastOf(parts, count))?.length === 1;
    for (const { path, parts } of rest.filter(isDistinct)) found.set(path, lastOf(parts, count));
    rest = rest.filter((one) => !isDistinct(one));
  }
  return found;
}

interface Tail {
  readonly path: string;
  readonly parts: readonly string[];
}

/** The parts of the paths, without the last ones that say nothing as long as they stay different. */
function tails(group: readonly Called[]): readonly Tail[] {
  let tails = group.map(({ path }): Tail => ({ path, parts: pathParts(path) }));
  for (;;) {
    const end = tails[0]?.parts.at(-1);
    const isShared = tails.every(({ parts }) => parts.at(-1) === end);
    const shorter = tails.map(({ path, parts }, i) => ({
      path,
      parts: isShared || parts.at(-1) === group[i]?.given ? parts.slice(0, -1) : parts,
    }));
    const joined = new Set(shorter.map(({ parts }) => parts.join("/")));
    const isSame = shorter.every(({ parts }, i) => parts.length === tails[i]?.parts.length);
    if (isSame || joined.has("") || joined.size < tails.length) return tails;
    tails = shorter;
  }
}

/** Where the parentheses at the end of a name begin, with the space before them; its length if it has none. */
export function asideAt(name: string): number {
  const at = name.endsWith(")") ? name.lastIndexOf(" (") : -1;
  return at > 0 ? at : name.length;
}

/**
 * A short name for each: without the folders that all share which lie in folders. So each is the
 * end of the name, of whole path parts, and different names stay different.
 */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  // What is in parentheses is not where a run lies among the others.
  const heads = names.map((name) => name.slice(0, asideAt(name)));
  const start = commonPrefix(heads.filter((head) => head.includes("/")));
  return restored(
    new Map(names.map((name) => [name, name.startsWith(start) ? name.slice(start.length) : name])),
  );
}

/** Names whose short forms are the same, or the name of another, are given in full. */
function restored(short: Map<string, string>): Map<string, string> {
  for (;;) {
    const owners = collect(short.keys(), (name) => short.get(name) ?? name);
    const wrong = [...owners.values()]
      .filter((group) => group.length > 1)
      .flat()
      .filter((name) => short.get(name) !== name);
    if (wrong.length === 0) return short;
    for (const name of wrong) short.set(name, name);
  }
}

/**
 * Names that are wider than `room`, without words that those built alike share; `…`
 * stands for these. As many of them stay as there is room for, those at the end first: what many
 * names begin with says the least. Different names stay different.
 */
export function distinguishingWords(
  names: readonly string[],
  room: number,
  widthOf: (text: string) => number,
): ReadonlyMap<string, string> {
  const short = new Map(names.map((name) => [name, name]));
  const isWide = ({ name }: { name: string }): boolean => widthOf(name) > room;
  const split = names.map((name) => ({ name, words: name.split(/(?<=[-_, /])/) }));
  const formOf = ({ name }: { name: string }): string => name.replace(/[^-_, /]+/g, "x");
  for (const group of collect(split, formOf).values()) {
    // What distinguishes a name from those that fit has to stay as well.
    const kept = group[0]?.words.map((word, i) => group.some(({ words }) => words[i] !== word));
    if (kept?.includes(true) !== true) continue;
    const wide = group.filter(isWide);
    // A name that is too wide even so is no reason to make the others shorter.
    const fits = wide.filter(({ words }) => widthOf(withGaps(words, kept)) <= room);
    for (let at = kept.length - 1; at >= 0 && fits.length > 0; at--) {
      if (kept[at] === true) continue;
      const more = kept.with(at, true);
      if (fits.some(({ words }) => widthOf(withGaps(words, more)) > room)) break;
      kept[at] = true;
    }
    for (const { name, words } of wide) short.set(name, withGaps(words, kept));
  }
  return restored(short);
}

/** Words with `…` for those that are not kept. */
function withGaps(words: readonly string[], kept: readonly boolean[]): string {
  return words
    .map((word, i) => (kept[i] === true ? word : "\0"))
    .join("")
    .replace(/\0+/g, "…")
    .replace(/[-_, ]$/, "");
}
