/** What a chart of a space is made of. */

import type { Point, ShapeSize } from "../shapes/shapes";

/** Texts in and beside the drawing; the chart has no language of its own. */
export interface SpaceWords {
  /** The keys, for those who do not see the drawing. */
  readonly keys: string;
  readonly noWebGL: string;
  /** The browser has taken the drawing away. */
  readonly lost: string;
}

/** What draws figures `F` from cameras `C`, and reports as `H` what is pointed at. */
export interface SpaceDrawing<F, C, H> {
  show(figure: F): void;
  look(camera: C): void;
  resize(size: ShapeSize, density: number): void;
  restyle(): void;
  /** @param client - the same place in pixels of the window. */
  hover(at: Point, client: Point): H | null;
  leave(): void;
  destroy(): void;
}

/** How gestures make one camera of another. */
export interface Moves<C, S> {
  readonly start: C;
  turned(camera: C, dx: number, dy: number): C;
  panned(camera: C, dx: number, dy: number, size: ShapeSize, scene: S | null): C;
  zoomed(camera: C, factor: number, at: Point | null, size: ShapeSize): C;
}

/**
 * What a class of scenes is made of, loaded when it is needed first.
 * @returns null: WebGL is not to be had here.
 */
export async function opened<S>(
  load: () => Promise<{ make: () => S; NoWebGL: new () => Error }>,
): Promise<S | null> {
  const { make, NoWebGL } = await load();
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NoWebGL)) throw error;
    return null;
  }
}
