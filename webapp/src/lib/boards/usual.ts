/** The workspace that is there without anybody having arranged one: the curves by which trainings are watched. */

import { groupTags } from "../groups";
import { isAside } from "../system";
import { isLoggedOnce } from "../table/asked";
import { isJudged, isThroughput } from "../table/metric-names";
import type { Board, CardItem } from "./boards";

interface Scalar {
  readonly tag: string;
  /** Ids of the runs that have it. */
  readonly runs: readonly string[];
}

/** One that is big, and four around it: without scrolling that is what a screen holds. */
export const MOST_USUAL = 5;
const COLUMNS = 4;

/** Letters, but no words around them: `lr` is no part of `already`. */
const word = (words: string): RegExp => new RegExp(`(^|[^a-z])(?:${words})([^a-z]|$)`, "i");

const heldOut = word("val|valid|validation|test|testing|eval|evaluation|dev");
const loss = word("loss(?:es)?|nll|perplexity|ppl|elbo|bpb");
const reward = word("rew|reward|rewards|return|returns|score|ep_rew_mean|win_?rate");
const spread = word("std|min|max|var|variance|margins?");
const rate = word("lr|learning_?rate");
const gradient = word("grad|grads|gradient|gradients");
const norm = word("norm|norms|l2|global_norm|gnorm");

const isLoss = (tag: string): boolean => loss.test(tag);
const isReward = (tag: string): boolean => reward.test(tag) && !spread.test(tag);

/** Counts how far a training is: it says nothing of how it goes. */
const counter = word("epochs?|(?:global_)?steps?|iterations?|timesteps?|total_timesteps");

/** What each card is for, in the order in which they are wanted: of each the first tag that there is. */
const roles: readonly ((tag: string) => boolean)[] = [
  (tag) => isLoss(tag) && heldOut.test(tag),
  (tag) => isLoss(tag) && !heldOut.test(tag),
  isReward,
  (tag) => isJudged(tag) && !isLoss(tag) && heldOut.test(tag),
  (tag) => rate.test(tag),
  (tag) => (gradient.test(tag) && norm.test(tag)) || word("gnorm").test(tag),
  isThroughput,
  (tag) => isJudged(tag) && !isLoss(tag),
];

/** Of one layer or rank of many. */
const isOfMany = (tag: string): boolean => /\d/.test(tag);

/** How much a tag is a part of something, rather than the whole. */
function partness({ tag }: Scalar): number {
  return 1000 * Number(isOfMany(tag)) + tag.length;
}

/** 0 for what half of all runs have, and one more for each half of that. */
function rarity({ runs }: Scalar, all: number): number {
  return Math.max(0, Math.ceil(Math.log2(all / runs.length)) - 1);
}

/**
 * Tags for the cards, the objective first, then what trainings are judged and watched by, then others in their order.
 * @param scalars - all tags of scalars. @param objective - null: nobody has said, and no name says it.
 */
export function usualTags(scalars: readonly Scalar[], objective: string | null): readonly string[] {
  const curves = scalars.filter(({ tag }) => !isLoggedOnce(tag) && !isAside(tag));
  const runs = new Set(curves.flatMap((each) => each.runs)).size;
  const chosen: string[] = [];
  const has = scalars.find(({ tag }) => tag === objective);
  if (has !== undefined && !isLoggedOnce(has.tag)) chosen.push(has.tag);
  for (const is of roles) {
    if (chosen.some(is)) continue;
    const [best] = curves
      .filter(({ tag }) => is(tag) && !chosen.includes(tag))
      .sort(
        (one, other) =>
          // What few runs have comes behind what many have, and a part behind its whole.
          rarity(one, runs) - rarity(other, runs) || partness(one) - partness(other),
      );
    if (best !== undefined) chosen.push(best.tag);
  }
  const others = groupTags(curves.map(({ tag }) => tag))
    .flatMap(({ items }) => items)
    .filter((tag) => !chosen.includes(tag) && !isOfMany(tag) && !counter.test(tag));
  return [...chosen, ...others].slice(0, MOST_USUAL);
}

/** The first card is big, and the others fill the two rows beside it: no place stays empty. */
const sizes: readonly (readonly (readonly [width: number, height: number])[])[] = [
  [],
  [[4, 2]],
  [
    [2, 2],
    [2, 2],
  ],
  [
    [2, 2],
    [2, 1],
    [2, 1],
  ],
  [
    [2, 2],
    [1, 1],
    [1, 1],
    [2, 1],
  ],
  [
    [2, 2],
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 1],
  ],
];

/** @returns the workspace until somebody changes it. */
export function usualBoard(scalars: readonly Scalar[], objective: string | null): Board {
  const tags = usualTags(scalars, objective);
  const items = tags.map((tag, id): CardItem => {
    const [width, height] = sizes[tags.length]?.[id] ?? [1, 1];
    const size = { id, width, height };
    return { ...size, type: "card", view: "scalars", kind: "scalar", tag, run: null, settings: {} };
  });
  return { columns: COLUMNS, runs: "", items };
}
