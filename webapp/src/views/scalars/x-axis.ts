/** Which scalars charts may go along. */

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
