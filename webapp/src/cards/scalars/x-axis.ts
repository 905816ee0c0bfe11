/** What charts of scalars go along: an axis, or any scalar in its place. */

import type { Axis } from "../../api/scalars";

/** An axis, unless `along` names a scalar. */
export interface XAxis {
  readonly axis: Axis;
  /** Empty: none. */
  readonly along: string;
}

export const axes = ["step", "relative", "wall"] as const satisfies readonly Axis[];

/** A tag may be called as an axis. */
const mark = "tag:";

/** Both as one text. */
export function xText({ axis, along }: XAxis): string {
  return along === "" ? axis : mark + along;
}

/** @returns undefined where a text is none of `xText`. */
export function xOf(text: string): XAxis | undefined {
  if (text.length > mark.length && text.startsWith(mark))
    return { axis: "step", along: text.slice(mark.length) };
  const axis = axes.find((each) => each === text);
  return axis && { axis, along: "" };
}

/** What is asked for: points along a scalar come by their steps. */
export function askedAxis({ axis, along }: XAxis): Axis {
  return along === "" ? axis : "step";
}

/** Words of scalars that only grow while a training goes on. */
const growing =
  /(^|[^a-z])(epochs?|tokens?|samples?|images?|examples?|frames?|episodes?|steps?|timesteps?|iterations?|updates?|seconds|hours|elapsed|flops|progress)([^a-z]|$)/i;
/** A rate is not what it is a rate of. */
const rate = /per[_ /]?(s|sec|second)|[_/ ]s$|throughput/i;

/** The same tags, those by which trainings are measured before all others. */
export function alongFirst(tags: readonly string[]): readonly string[] {
  const isMeasure = (tag: string): boolean => growing.test(tag) && !rate.test(tag);
  return [...tags.filter(isMeasure), ...tags.filter((tag) => !isMeasure(tag))];
}
