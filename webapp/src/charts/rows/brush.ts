/** Ranges along an axis: made, moved and resized with a pointer or with keys. */

export type AxisSpan = readonly [number, number];

/** What a drag that begins at a place of an axis does. */
export type Grip = "new" | "move" | "from" | "to";

/**
 * @param at - share where it begins.
 * @param reach - how far from an end still means the end, as a share.
 */
export function gripAt(span: AxisSpan | null, at: number, reach: number): Grip {
  if (span === null) return "new";
  const [from, to] = span;
  // A narrow range must still be movable: its ends reach outwards only.
  const inwards = Math.min(reach, (to - from) / 4);
  if (at >= from - reach && at <= from + inwards) return "from";
  if (at <= to + reach && at >= to - inwards) return "to";
  return at > from && at < to ? "move" : "new";
}

/** @param start, at - shares where the drag began and where it is. @param span - before it. */
export function dragged(grip: Grip, span: AxisSpan | null, start: number, at: number): AxisSpan {
  if (grip === "new" || span === null) return rising(clamped(start), clamped(at));
  const [from, to] = span;
  if (grip === "from") return rising(clamped(at), to);
  if (grip === "to") return rising(from, clamped(at));
  const by = Math.min(1 - to, Math.max(-from, at - start));
  return [from + by, to + by];
}

/** One small move by a key. @param grows - resizes the upper end in place of moving all. */
export function nudged(span: AxisSpan, by: number, grows: boolean): AxisSpan {
  if (!grows) return dragged("move", span, 0, by);
  const to = clamped(span[1] + by);
  return [Math.min(span[0], to), to];
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function rising(one: number, other: number): AxisSpan {
  return one <= other ? [one, other] : [other, one];
}
