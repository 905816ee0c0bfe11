/** Names as they fit into a width: what tells them apart stays. */

import { elide } from "./elide";
import { tellingWords } from "./names";
import { textWidth } from "./text-width";

/** Widths closer together than this, in pixels, have the same names. */
const COARSE = 8;

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
  widthOf: (text: string) => number = textWidth,
): string {
  if (widthOf(label) <= room) return label;
  const coarse = Math.max(COARSE, Math.floor(room / COARSE) * COARSE);
  const byRoom = fitted.get(siblings) ?? new Map<number, ReadonlyMap<string, string>>();
  fitted.set(siblings, byRoom);
  let names = byRoom.get(coarse);
  if (names === undefined) {
    // What tells a name from those that fit has to stay as well.
    const telling = tellingWords([...new Set(siblings)]);
    const wide = [...telling.keys()].filter((each) => widthOf(each) > coarse);
    const short = elide(
      [...new Set(wide.map((each) => telling.get(each) ?? each))],
      coarse,
      widthOf,
    );
    names = new Map(wide.map((each) => [each, short.get(telling.get(each) ?? each) ?? each]));
    byRoom.set(coarse, names);
  }
  return names.get(label) ?? label;
}
