/** The largest of many, and the rest as one. */

export interface Largest {
  /** Places of the largest ones, the largest first. */
  readonly places: readonly number[];
  /** What all others add up to, and how many they are. */
  readonly rest: number;
  readonly restCount: number;
  /** What all add up to: of this each is a share. */
  readonly whole: number;
}

/**
 * The 20 largest (or fewer) of some values, and the sum of all others.
 * @param values - not negative; what is no number counts as 0.
 * @param among - places that are looked at; all unless given.
 */
export function largest(values: Float64Array, among?: readonly number[], most = 20): Largest {
  const places = among ?? Array.from(values, (_, i) => i);
  const of = (place: number): number => {
    const value = values[place] ?? 0;
    return value > 0 ? value : 0;
  };
  const there = places.filter((place) => of(place) > 0).sort((a, b) => of(b) - of(a) || a - b);
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + of(each), 0);
  const rest = there.slice(most);
  return {
    places: there.slice(0, most),
    rest: sum(rest),
    restCount: rest.length,
    whole: sum(there),
  };
}
