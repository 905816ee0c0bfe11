/** What a difference of profiles is of: the other profile, and the largest contributions. */

import { nearestStep, type StepChoice } from "../../../cards/steps/steps";

export interface DifferenceWish {
  readonly run: string;
  readonly tag: string;
  readonly step: StepChoice;
}

/**
 * The other profile where nobody has said which: that of the step before, where the run has several, else that
 * of the run beside it in the list, else another tag of the run.
 * @param asked - empty texts and null: nothing was said.
 * @param steps - of the chosen run and tag.
 */
export function otherWish(
  asked: DifferenceWish,
  own: DifferenceWish,
  runs: readonly string[],
  tags: readonly string[],
  steps: Float64Array,
): DifferenceWish {
  const at = runs.indexOf(own.run);
  const beside = runs[at + 1] ?? runs[at - 1] ?? own.run;
  const isAlone = steps.length < 2;
  const run = asked.run !== "" ? asked.run : isAlone && asked.tag === "" ? beside : own.run;
  if (run !== own.run) return { ...asked, run, tag: asked.tag === "" ? own.tag : asked.tag };
  const another = isAlone ? (tags.find((each) => each !== own.tag) ?? own.tag) : own.tag;
  const tag = asked.tag === "" ? another : asked.tag;
  if (tag !== own.tag || asked.step !== null || isAlone) return { run, tag, step: asked.step };
  const place = nearestStep(steps, own.step);
  return { run, tag, step: steps[place > 0 ? place - 1 : place + 1] ?? null };
}

/** The largest changes, whichever way they go, and what all others add up to. */
export function contributions(
  delta: Float64Array,
  most = 12,
): { readonly rows: readonly number[]; readonly rest: number; readonly restCount: number } {
  const all = Array.from(delta, (_, row) => row)
    .filter((row) => (delta[row] ?? 0) !== 0)
    .sort((a, b) => Math.abs(delta[b] ?? 0) - Math.abs(delta[a] ?? 0) || a - b);
  const others = all.slice(most);
  return {
    rows: all.slice(0, most),
    rest: others.reduce((sum, row) => sum + (delta[row] ?? 0), 0),
    restCount: others.length,
  };
}
