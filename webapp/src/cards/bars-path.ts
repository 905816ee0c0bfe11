/** Bars so small that they need no axes, as an SVG path. */

type Numbers = ArrayLike<number>;

/** Of equal width, side by side. @param heights - [N], none below 0. */
export function barsPath(heights: Numbers, width: number, height: number): string {
  const edges = Array.from({ length: heights.length + 1 }, (_, i) => i);
  return path(Array.from(heights), edges, width, height);
}

/**
 * As high as the counts are dense: a wide bucket with many values is no peak.
 * @param counts - [N]. @param edges - [N + 1], rising.
 */
export function densitiesPath(
  counts: Numbers,
  edges: Numbers,
  width: number,
  height: number,
): string {
  const densities = Array.from(counts, (count, i) => {
    const wide = (edges[i + 1] ?? NaN) - (edges[i] ?? NaN);
    return wide > 0 ? count / wide : 0;
  });
  return path(densities, Array.from(edges), width, height);
}

function path(
  heights: readonly number[],
  edges: readonly number[],
  width: number,
  height: number,
): string {
  const most = heights.reduce((sofar, each) => Math.max(sofar, each), 0);
  const [from, to] = [edges[0], edges.at(-1)];
  if (!(most > 0) || from === undefined || to === undefined || !(to > from)) return "";
  const across = (edge: number): string => (((edge - from) / (to - from)) * width).toFixed(2);
  const steps = heights.map((each, i) => {
    const up = (height * (1 - each / most)).toFixed(2);
    return `L${across(edges[i] ?? from)} ${up}L${across(edges[i + 1] ?? to)} ${up}`;
  });
  return `M0 ${height}${steps.join("")}L${width} ${height}Z`;
}
