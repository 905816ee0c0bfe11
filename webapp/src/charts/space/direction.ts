/** Which way one looks at something in space. Pure: a direction is a value, turning it makes another. */

export type Triple = readonly [number, number, number];

export interface Direction {
  /** Degrees around the vertical axis; 0: the first axis points to the right. */
  readonly azimuth: number;
  /** Degrees above the ground. */
  readonly elevation: number;
}

export const radians = Math.PI / 180;

const degreesPerPixel = 0.45;

/**
 * Turn by a drag of so many pixels: what is seen follows the hand.
 * @param steepest - degrees above or below the ground at most.
 */
export function turned<D extends Direction>(from: D, dx: number, dy: number, steepest: number): D {
  const elevation = from.elevation + dy * degreesPerPixel;
  return {
    ...from,
    azimuth: wrapped(from.azimuth - dx * degreesPerPixel),
    elevation: Math.min(steepest, Math.max(-steepest, elevation)),
  };
}

/** Into [-180, 180). */
export function wrapped(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Unit vectors of the space, whose third axis is the vertical one. */
export interface Basis {
  /** To the right of the picture, upwards in it, and towards the eye. */
  readonly right: Triple;
  readonly up: Triple;
  readonly near: Triple;
}

export function basis({ azimuth, elevation }: Direction): Basis {
  const [ca, sa] = [Math.cos(azimuth * radians), Math.sin(azimuth * radians)];
  const [ce, se] = [Math.cos(elevation * radians), Math.sin(elevation * radians)];
  return { right: [ca, sa, 0], up: [-sa * se, ca * se, ce], near: [sa * ce, -ca * ce, se] };
}

/** How far what is in the middle moves where the picture is dragged by so many pixels. @param per - length of one pixel. */
export function slid({ right, up }: Basis, dx: number, dy: number, per: number): Triple {
  const along = (axis: 0 | 1 | 2): number => per * (dy * up[axis] - dx * right[axis]);
  return [along(0), along(1), along(2)];
}
