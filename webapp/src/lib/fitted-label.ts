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
 */
export function fittedLabel(label: string, siblings: readonly string[], room: number): string {
  if (textWidth(label) <= room) return label;
  const coarse = Math.max(COARSE, Math.floor(room / COARSE) * COARSE);
  const byRoom = fitted.get(siblings) ?? new Map<number, ReadonlyMap<string, string>>();
  fitted.set(siblings, byRoom);
  let names = byRoom.get(coarse);
  if (names === undefined) {
    const wide = [...new Set(siblings)].filter((each) => textWidth(each) > coarse);
    const telling = tellingWords(wide);
    const short = elide([...new Set(telling.values())], coarse, textWidth);
    names = new Map(wide.map((each) => [each, short.get(telling.get(each) ?? each) ?? each]));
    byRoom.set(coarse, names);
  }
  return names.get(label) ?? label;
}
