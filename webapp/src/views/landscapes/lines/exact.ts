/** Exact values of a line at named places, where its grid may have no point. */

import type { Landscape } from "../../../api/landscapes";
import { valueAt } from "../../../lib/landscape/value";

/** Values of the metrics at a place, as far as the record has them. */
export function exactAt(
  { marks, center }: Pick<Landscape, "marks" | "center">,
  place: number,
): ReadonlyMap<string, number> {
  const exact = marks.filter(({ x }) => x === place).map(({ values }) => values);
  return new Map([place === 0 ? center : [], ...exact].flatMap((each) => [...each]));
}

/**
 * The same line with a point at each of these places, as far as they lie on it: with the values
 * that the record has of it, or else those that the line has there.
 */
export function withPlaces(line: Landscape, places: readonly number[]): Landscape {
  const { x, done, values, metrics } = line;
  const [first = NaN, last = NaN] = [x[0], x.at(-1)];
  const isNew = (place: number) => place > first && place < last && !x.includes(place);
  const added = [...new Set(places)].filter(isNew);
  if (added.length === 0) return line;
  const exact = new Map(added.map((place) => [place, exactAt(line, place)]));
  const all = Float64Array.from([...x, ...added]).sort();
  const at = new Map(Array.from(x, (place, i) => [place, i]));
  const valuesOf = (metric: string) => {
    const own = values.get(metric) ?? new Float64Array(0);
    const grid = { x, y: null, values: own };
    return all.map((place) => {
      const i = at.get(place);
      return i === undefined
        ? (exact.get(place)?.get(metric) ?? valueAt(grid, place))
        : (own[i] ?? NaN);
    });
  };
  return {
    ...line,
    x: all,
    values: new Map(metrics.map((metric) => [metric, valuesOf(metric)])),
    done: Uint8Array.from(all, (place) => {
      const i = at.get(place);
      return i === undefined ? Number(exact.get(place)?.has(metrics[0] ?? "")) : (done[i] ?? 0);
    }),
  };
}

/** Places of which the record of some of these lines has more than its grid. */
export function placesOf(lines: readonly Pick<Landscape, "marks" | "center">[]): number[] {
  const named = lines.flatMap(({ marks }) => marks.map(({ x }) => x));
  return [...new Set([0, ...named])].filter((place) =>
    lines.some((line) => exactAt(line, place).size > 0),
  );
}
