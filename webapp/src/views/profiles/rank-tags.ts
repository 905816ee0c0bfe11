/** Ranks of one training, by their tags. */

import type { Asked } from "./cache";
import type { ChosenProfile } from "./chosen.svelte";

const ofRank = /\/rank\d+$/;

/** What the tags of all ranks begin with: of the chosen one, or of the first that has ranks; null: there are none. */
export function tagOfAll(tag: string, all: readonly string[]): string | null {
  const found = ofRank.test(tag)
    ? tag
    : all.find((each) => each.startsWith(`${tag}/rank`) && ofRank.test(each));
  return found?.replace(ofRank, "") ?? null;
}

/** What to ask for, to have all ranks beside the chosen profile; null: there are none. Reactive. */
export function ranksQuestion(chosen: ChosenProfile): Asked<null> | null {
  const tag = chosen.isFile ? null : tagOfAll(chosen.tag, chosen.tagNames);
  const asked = chosen.ask(null);
  if (asked === null || tag === null) return null;
  const { run, step } = asked.place;
  // A profile that is of no rank can have been recorded at another step.
  return { ...asked, place: { run, tag, step: chosen.tag === tag ? null : step } };
}
