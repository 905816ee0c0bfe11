/** When each frame of an animation is seen. */

export interface Timeline {
  /** Seconds after the begin at which each frame ends, [N]; rising. */
  readonly ends: Float64Array;
  readonly seconds: number;
}

/** @param durations - of the frames, in seconds. */
export function timelineOf(durations: readonly number[]): Timeline {
  let sum = 0;
  const ends = Float64Array.from(durations, (duration) => (sum += Math.max(0, duration)));
  return { ends, seconds: sum };
}

/** The frame that is seen at a time; the last one at and after the end. */
export function frameAt({ ends }: Timeline, seconds: number): number {
  let low = 0;
  let high = Math.max(0, ends.length - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
