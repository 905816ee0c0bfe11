/** Going from one event that a search found to the next. */

/**
 * Place of the next or previous hit, around the ends; -1: there is none.
 * @param events - what was found, in the order of time.
 * @param selected - the event that is selected; -1: none, and the first or last one comes.
 * @param time - where to begin if what is selected is no hit; NaN: at the ends.
 */
export function nextHit(
  events: Float64Array,
  starts: Float64Array,
  selected: number,
  time: number,
  way: 1 | -1,
): number {
  const count = events.length;
  if (count === 0) return -1;
  const at = events.indexOf(selected);
  if (at >= 0) return (at + way + count) % count;
  if (Number.isNaN(time)) return way === 1 ? 0 : count - 1;
  const after = starts.findIndex((start) => start >= time);
  if (way === 1) return after < 0 ? 0 : after;
  return after < 0 ? count - 1 : (after - 1 + count) % count;
}
