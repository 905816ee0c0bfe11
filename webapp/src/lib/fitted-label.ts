/** Names as they fit into a width: what distinguishes them stays. */

import { elide } from "./elide";
import { collect } from "./groups";
import { asideAt, distinguishingWords } from "./names";
import { textWidth } from "./text-width";

/** Widths closer together than this, in pixels, have the same names. */
const COARSE = 8;
/** What a name keeps of the room, however long what stands in parentheses behind it. */
const HEAD_SHARE = 0.7;

type WidthOf = (text: string) => number;

const fitted = new WeakMap<readonly string[], Map<number, ReadonlyMap<string, string>>>();

/**
 * A name that is wider than `room` pixels, without words that those beside it share, or its middle.
 * @param siblings - the names beside it, its own among them: one array as long as they are the same.
 * @param widthOf - a text, in pixels.
 */
export function fittedLabel(
  label: string,
  siblings: readonly string[],
  room: number,
  widthOf: WidthOf = textWidth,
): string {
  if (widthOf(label) <= room) return label;
  const coarse = Math.max(COARSE, Math.floor(room / COARSE) * COARSE);
  const byRoom = fitted.get(siblings) ?? new Map<number, ReadonlyMap<string, string>>();
  fitted.set(siblings, byRoom);
  let names = byRoom.get(coarse);
  if (names === undefined) {
    names = fittedLabels([...new Set(siblings)], coarse, widthOf);
    byRoom.set(coarse, names);
  }
  return names.get(label) ?? label;
}

/**
 * Each of the names as it fits into `room`: what is too wide loses words that others share, or its middle.
 * What it is called stays before what stands in parentheses behind it.
 * @param names - without repetitions.
 * @param widthOf - in the unit of `room`.
 */
export function fittedLabels(
  names: readonly string[],
  room: number,
  widthOf: WidthOf,
): ReadonlyMap<string, string> {
  const shown = new Map(names.map((name) => [name, name]));
  const parts = names.map((name) => {
    const at = asideAt(name);
    return { name, head: name.slice(0, at), aside: name.slice(at + 2, -1) };
  });
  const plain = parts.filter(({ aside }) => aside === "").map(({ name }) => name);
  for (const [name, text] of fittedTexts(plain, room, widthOf)) shown.set(name, text);

  const wide = parts.filter(({ name, aside }) => aside !== "" && widthOf(name) > room);
  const widest = Math.max(0, ...wide.map(({ aside }) => widthOf(` (${aside})`)));
  const share = Math.max(room * HEAD_SHARE, room - widest);
  // Those of names that have room enough are among them: what distinguishes from these has to stay, too.
  const heads = fittedTexts([...new Set(parts.map(({ head }) => head))], share, widthOf);
  for (const [head, group] of collect(wide, ({ head }) => head)) {
    const text = heads.get(head) ?? head;
    const asides = elide(
      group.map(({ aside }) => aside),
      room - widthOf(`${text} ()`),
      widthOf,
    );
    for (const { name, aside } of group) shown.set(name, `${text} (${asides.get(aside) ?? aside})`);
  }
  return shown;
}

function fittedTexts(
  texts: readonly string[],
  room: number,
  widthOf: WidthOf,
): ReadonlyMap<string, string> {
  const distinctive = distinguishingWords(texts, room, widthOf);
  const short = elide([...distinctive.values()], room, widthOf);
  return new Map(texts.map((text) => [text, short.get(distinctive.get(text) ?? text) ?? text]));
}
