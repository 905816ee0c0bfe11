/** Words in the texts of all steps. */

import { askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, object, type Of } from "./shapes";
import type { SeriesKey } from "./series";

const textHit = object({
  run: text,
  tag: text,
  step: number,
  /** How often the words are in this text. */
  count: number,
  excerpt: text,
  /** Where the words begin in the excerpt, in characters. */
  at: number,
});
export type TextHit = Of<typeof textHit>;

const textHits = object({
  /** The newest step first. */
  hits: list(textHit),
  searched: number,
  complete: flag,
});
export type TextHits = Of<typeof textHits>;

/** Where words are, in either case, in the texts of some series. Rejects with an AbortError when aborted. */
export async function searchTexts(
  series: readonly SeriesKey[],
  words: string,
  signal?: AbortSignal,
): Promise<TextHits> {
  const asked = series.map(({ run, tag }) => ({ run, tag }));
  return textHits(await askWith("texts/search", { series: asked, words }, signal), "texts");
}
