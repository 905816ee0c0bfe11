/** Tags that differ in one number, such as those of the layers, experts or ranks of a model. */

import { collect } from "./groups";

/** Fewer are distinguished more easily as curves. */
export const FEWEST = 6;

export interface Family {
  /** The tags' common text with `*` in the place of the number: the same however many there are. */
  readonly pattern: string;
  /** For people: with the least and the greatest number, `layers.{0…31}.rms`. */
  readonly title: string;
  /** By their numbers, each with its number as it is written. */
  readonly members: readonly { readonly tag: string; readonly number: string }[];
}

/** A tag and one of the numbers in it. */
interface Place {
  readonly tag: string;
  readonly before: string;
  readonly number: string;
  readonly after: string;
}

function placesOf(tag: string): readonly Place[] {
  return [...tag.matchAll(/\d+/g)].map(({ 0: number, index }) => ({
    tag,
    before: tag.slice(0, index),
    number,
    after: tag.slice(index + number.length),
  }));
}

/**
 * Tags that are alike but for their numbers are taken apart by that one of which there are the most: of the layers of
 * each expert rather than of the experts of each layer, where there are more layers; of as many by the first.
 */
export function familiesOf(tags: readonly string[], fewest = FEWEST): readonly Family[] {
  const alike = collect(tags, (tag) => tag.replace(/\d+/g, "*"));
  return [...alike.values()].flatMap((names) => {
    const all = names.map(placesOf);
    const ways = (all[0] ?? []).map((_, i) => {
      const groups = collect(
        all.flatMap((places) => places[i] ?? []),
        ({ before, after }) => `${before}*${after}`,
      );
      return [...groups];
    });
    const [most] = ways.sort((one, other) => one.length - other.length);
    return (most ?? []).flatMap(([pattern, members]) => {
      const [{ before, after } = { before: "", after: "" }] = members;
      if (members.length < fewest) return [];
      members.sort((one, other) => Number(one.number) - Number(other.number));
      const [first, last] = [members[0]?.number ?? "", members.at(-1)?.number ?? ""];
      return { pattern, title: `${before}{${first}…${last}}${after}`, members };
    });
  });
}
