/** A loss of two weights, all of which can be seen: a long valley, and a second minimum beside it. Pure. */

export interface ExplainedPlace {
  readonly x: number;
  readonly y: number;
}

/** The part of the plane that is drawn, around the lowest place. */
export const reach = 2.5;

const along = 0.12;
const across = 1.1;
const well = { x: 1.5, y: 1.2, depth: 1.6, width: 0.16 } as const;

function dip(x: number, y: number): number {
  return well.depth * Math.exp(-((x - well.x) ** 2 + (y - well.y) ** 2) / well.width);
}

export function lossAt(x: number, y: number): number {
  return along * x * x + across * y * y - dip(x, y);
}

export function slopeAt(x: number, y: number): ExplainedPlace {
  const pull = (2 / well.width) * dip(x, y);
  return {
    x: 2 * along * x + pull * (x - well.x),
    y: 2 * across * y + pull * (y - well.y),
  };
}

/** Steps of gradient descent; it ends where it has left the plane for good. */
export function descent(rate: number, start: ExplainedPlace, steps: number): ExplainedPlace[] {
  const path = [start];
  for (let at = start; path.length <= steps; path.push(at)) {
    const slope = slopeAt(at.x, at.y);
    at = { x: at.x - rate * slope.x, y: at.y - rate * slope.y };
    if (Math.abs(at.x) > 2 * reach || Math.abs(at.y) > 2 * reach) break;
  }
  return path;
}

/** The loss along the line through the lowest place that is turned by so many degrees, over its reach. */
export function slice(degrees: number, count: number): { s: Float64Array; loss: Float64Array } {
  const angle = (degrees * Math.PI) / 180;
  const s = Float64Array.from({ length: count }, (_, i) => reach * ((2 * i) / (count - 1) - 1));
  return { s, loss: s.map((far) => lossAt(far * Math.cos(angle), far * Math.sin(angle))) };
}
