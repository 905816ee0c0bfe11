/** What is wrong with the text of an entry, in words. */

import { tags } from "../../state/tags.svelte";
import { meaningOf, unknownTag } from "../../cards/composition/model";
import { t } from "./texts";

export interface Fault {
  /** Characters [from, to) of the text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly title: string;
  /** It means nothing; otherwise it may still come to mean something. */
  readonly isFatal: boolean;
}

/** Reactive. */
export function faultOf(text: string): Fault | null {
  const meaning = meaningOf(text);
  const { error } = meaning;
  if (error !== null) {
    const { from, to, problem, got } = error;
    return { from, to, text: t(`problem.${problem}`, { got }), title: "", isFatal: true };
  }
  const known = new Set(tags.of("scalar").map(({ tag }) => tag));
  const unknown = unknownTag(meaning, (tag) => known.has(tag));
  if (unknown === null) return null;
  const { from, to, tag } = unknown;
  const words = { text: t("unknownTag", { tag }), title: t("unknownTagWhy") };
  return { from, to, ...words, isFatal: false };
}
