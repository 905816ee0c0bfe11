/** Words in the texts of all steps. */

import { each } from "./answers";
import { askWith } from "./ask";
import { asFields, asFlag, asNumber, asText } from "./decode";
import type { SeriesKey } from "./types";

export interface TextHit extends SeriesKey {
  readonly step: number;
  /** How often the words are in this text. */
  readonly count: number;
  readonly excerpt: string;
  /** Where the words begin in the excerpt, in characters. */
  readonly at: number;
}

export interface TextHits {
  /** The newest step first. */
  readonly hits: readonly TextHit[];
  readonly searched: number;
  readonly complete: boolean;
}

export function textHitsOf(value: unknown): TextHits {
  const answer = asFields(value, "texts");
  return {
    hits: each(answer.hits, "hits", (item, where) => {
      const hit = asFields(item, where);
      return {
        run: asText(hit.run, `${where}.run`),
        tag: asText(hit.tag, `${where}.tag`),
        step: asNumber(hit.step, `${where}.step`),
        count: asNumber(hit.count, `${where}.count`),
        excerpt: asText(hit.excerpt, `${where}.excerpt`),
        at: asNumber(hit.at, `${where}.at`),
      };
    }),
    searched: asNumber(answer.searched, "searched"),
    complete: asFlag(answer.complete, "complete"),
  };
}

/** Where words are, in either case, in the texts of some series. Rejects with an AbortError when aborted. */
export async function searchTexts(
  series: readonly SeriesKey[],
  words: string,
  signal?: AbortSignal,
): Promise<TextHits> {
  const asked = series.map(({ run, tag }) => ({ run, tag }));
  return textHitsOf(await askWith("texts/search", { series: asked, words }, signal));
}
