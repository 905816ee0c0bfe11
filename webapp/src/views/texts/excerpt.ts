/** An excerpt in three parts, so that the words that were found can be marked. */

/** @param at - where the words begin, in characters: those of the server, not UTF-16 units. */
export function parts(excerpt: string, at: number, words: string): [string, string, string] {
  const characters = [...excerpt];
  const end = at + [...words].length;
  return [
    characters.slice(0, at).join(""),
    characters.slice(at, end).join(""),
    characters.slice(end).join(""),
  ];
}
