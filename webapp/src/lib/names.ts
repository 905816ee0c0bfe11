/** Names of runs, made short by leaving out what tells none of them apart. */

import { collect } from "./groups";

/** A name that is no longer than this is read faster whole than in parts. */
const shortLength = 24;

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
      end = first.lastIndexOf("/", end - 2) + 1;
    }
  }
  return first.slice(0, end);
}

/**
 * A short name for each: without the folders, and the words of a long name, that all its
 * neighbors share. Neighbors are the names in the same first folder that are built alike, so
 * that one odd name changes nothing for the others. Different names stay different.
 */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const start = commonPrefix(names).length;
  const split = names.map((name) => ({ name, parts: name.slice(start).split("/") }));
  const folders = new Set(
    split.filter(({ parts }) => parts.length > 1).map(({ parts }) => parts[0]),
  );
  const short = new Map<string, string>();
  const neighbors = collect(split, ({ parts }) =>
    JSON.stringify([parts.length > 1 ? parts[0] : "", parts.length]),
  );
  for (const group of neighbors.values()) {
    // The first of several folders says which experiment it is, though all in it share it.
    const [folder = "", ...deeper] = group[0]?.parts ?? [];
    const keepsFolder = folders.size > 1 && deeper.length > 0;
    const rows = withoutShared(
      group.map(({ parts }) => parts),
      folders.size > 1 ? 1 : 0,
    );
    const texts = withoutWords(
      rows.map((row) => row.join("/")),
      keepsFolder ? `${folder}/` : "",
    );
    group.forEach(({ name }, i) => short.set(name, texts[i] ?? name));
  }
  return restored(short);
}

/** Rows of one length without the columns that are the same in all, but for the first `kept`. */
function withoutShared(rows: readonly string[][], kept: number): readonly string[][] {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return rows;
  const differs = first.map((part, i) => i < kept || rows.some((row) => row[i] !== part));
  return differs.includes(true) ? rows.map((row) => row.filter((_, i) => differs[i])) : rows;
}

/** Long names without the words that those built of as many words share, but for their `start`. */
function withoutWords(texts: readonly string[], start: string): readonly string[] {
  if (texts.every((text) => text.length <= shortLength)) return texts;
  const split = texts.map((text, at) => ({
    at,
    words: text.slice(start.length).split(/(?<=[-_, /])/),
  }));
  const result = [...texts];
  for (const group of collect(split, ({ words }) => words.length).values()) {
    const rows = withoutShared(
      group.map(({ words }) => words),
      0,
    ).map((row) => row.join("").replace(/[-_, /]$/, ""));
    // Numbers alone say nothing.
    if (!rows.every((row) => /\p{L}/u.test(row))) continue;
    group.forEach(({ at }, i) => (result[at] = start + (rows[i] ?? "")));
  }
  return result;
}

/** Names whose short forms are the same, or the name of another, are told in full. */
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
 * Names without the words that those built of as many words share; `…` stands for these, so that
 * where they differ is in sight. Different names stay different.
 */
export function tellingWords(names: readonly string[]): ReadonlyMap<string, string> {
  const split = names.map((name) => ({ name, words: name.split(/(?<=[-_, ])/) }));
  const telling = new Map<string, string>();
  for (const group of collect(split, ({ words }) => words.length).values()) {
    const differs = group[0]?.words.map((word, i) => group.some(({ words }) => words[i] !== word));
    for (const { name, words } of group) {
      const kept = words.map((word, i) => (differs?.[i] === true ? word : "\0")).join("");
      const text = kept.replace(/\0+/g, "…").replace(/[-_, ]$/, "");
      telling.set(name, group.length === 1 || text === "…" ? name : text);
    }
  }
  return telling;
}
