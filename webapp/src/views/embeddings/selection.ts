/** Sets of points. Pure: they are made, and never changed. */

export type PointNumbers = ReadonlySet<number>;

/** null: there are none. */
export function selected(points: Iterable<number>): PointNumbers | null {
  const chosen = new Set(points);
  return chosen.size === 0 ? null : chosen;
}

/** With the point, or without it if it was among them. */
export function toggled(points: PointNumbers | null, point: number): PointNumbers | null {
  const chosen = new Set(points);
  if (!chosen.delete(point)) chosen.add(point);
  return selected(chosen);
}

/** Each real point once; -1 stands for none. */
export function distinct(...points: readonly number[]): readonly number[] {
  return [...new Set(points)].filter((point) => point >= 0);
}

export function setOf(points: Iterable<number>): PointNumbers {
  return new Set(points);
}

/** The points that are not among the others. */
export function without(points: readonly number[], others: readonly number[]): readonly number[] {
  const left = new Set(others);
  return points.filter((point) => !left.has(point));
}

/** The items of `names` that are among the others, in their order. */
export function common(names: readonly string[], others: readonly string[]): readonly string[] {
  const there = new Set(others);
  return names.filter((name) => there.has(name));
}
