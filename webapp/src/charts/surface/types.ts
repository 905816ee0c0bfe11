/** What the surface chart draws: arrays in, pixels out. It knows no runs. */

import type { SpaceWords } from "../space/chart";
import type { Direction, Triple } from "../space/direction";

/** A grid of heights, as `lib/landscape` fills it. */
export interface SurfaceGrid {
  /** The same through every update. */
  readonly id: string;
  readonly name: string;
  /** Strictly rising, [X]. */
  readonly x: Float64Array;
  /** Strictly rising, [Y]. */
  readonly y: Float64Array;
  /** [Y * X], row by row. */
  readonly values: Float64Array;
  /** Of each value: computed, interpolated (drawn fainter) or a hole (not drawn), as `lib/landscape` has it. */
  readonly mask: Uint8Array;
  /** `#rrggbb`: the whole surface in shades of it; without it, colors are the palette's. */
  readonly color?: string;
  /** In place of the figure's, 0..1. */
  readonly opacity?: number;
}

/** Where snapshots lie, in their order; each [K]. */
export interface SurfacePath {
  /** That of the grid that it lies on; another one: it lies on the first. */
  readonly id: string;
  readonly name: string;
  readonly step: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Of the plane at (x, y); where it is NaN, the height of the surface is taken. */
  readonly loss: Float64Array;
  /** Of the snapshot itself; NaN: not known. A line drops from it to the plane. */
  readonly trueLoss: Float64Array;
  /** Distance off the plane; NaN: not known. */
  readonly residual: Float64Array;
  /** In place of the chart's `pathColor`. */
  readonly color?: string;
}

/** A named point of the plane; it is drawn on the first surface that has a height there. */
export interface SurfaceMark {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** `center` is drawn as a ring, `point` as a diamond. */
  readonly kind: "center" | "point" | "minimum" | "saddle";
}

/** From where one looks. A value: charts that share one turn together. */
export interface SurfaceCamera extends Direction {
  /** 1: the whole box just fits; smaller is nearer. */
  readonly distance: number;
  /** What is in the middle, in units of the box from its center: each in [-1, 1]. */
  readonly target: Triple;
}

export const startCamera: SurfaceCamera = {
  azimuth: -38,
  elevation: 36,
  distance: 1,
  target: [0, 0, 0],
};

/** What the cursor points at. */
export interface SurfaceHover {
  /** Position among the grids; -1: a snapshot is meant. */
  readonly grid: number;
  /** A grid point where there is one grid, else where the cursor is. */
  readonly x: number;
  readonly y: number;
  /** Height of the surface there, in the unit of its values. */
  readonly value: number;
  /** Position in the only grid's values; -1 with several grids, or at a snapshot. */
  readonly index: number;
  /** The snapshot that is meant, if one is near. */
  readonly snapshot: { readonly path: number; readonly index: number } | null;
  /** In pixels of the window. */
  readonly client: { readonly x: number; readonly y: number };
}

export interface Light {
  /** Degrees around the vertical, seen from the eye: 0 shines over its shoulder, below 0 from the left. */
  readonly azimuth: number;
  /** 0: colors as the palette has them, without shade; 1: strong shade. */
  readonly strength: number;
}

export const startLight: Light = { azimuth: -50, strength: 0.55 };

/** Texts in and beside the drawing; the chart has no language of its own. */
export interface SurfaceWords extends SpaceWords {
  /** Beside the hatched field on the floor: how many points have no height, and why. Empty: nothing is said. */
  readonly holes: string;
  /** Beside the faint field: what is not computed yet. Empty: nothing is said. */
  readonly waiting: string;
  /** Beside a pin: what it stands for. Empty, or not there: nothing is said. */
  readonly truth?: string;
  /** Beside the color of the greatest values: which ones are cut off. */
  readonly beyond?: string;
  readonly start: string;
  readonly end: string;
}

export interface SurfaceFigure {
  /** Several are drawn in one box. */
  readonly grids: readonly SurfaceGrid[];
  /** Of the colors and of the box, in the unit of the values; what lies beyond is cut off. */
  readonly range: { readonly min: number; readonly max: number };
  /** From the least to the greatest value beside the surfaces, such as true losses: the box has room for them, within reason. */
  readonly reach?: { readonly min: number; readonly max: number } | undefined;
  /** Heights and colors by the value or by its logarithm. */
  readonly scale: "linear" | "log";
  /** Id of `lib/palettes`. */
  readonly palette: string;
  readonly paths: readonly SurfacePath[];
  readonly marks: readonly SurfaceMark[];
  readonly pathColor: string;
  /** CSS pixels. */
  readonly pathWidth: number;
  /** How far the paths have come, 0..1. */
  readonly frame: number;
  /** Heights of the lines on the surfaces, in the unit of the values; none: no lines. */
  readonly levels: readonly number[];
  readonly light: Light;
  /** Of all surfaces, 0..1. */
  readonly opacity: number;
  /** The highest value that is drawn; null: that of the range. */
  readonly clip: number | null;
  /** Height of the box as a multiple of the one that fits. */
  readonly exaggeration: number;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Name of the values. */
  readonly valueLabel: string;
  readonly words: SurfaceWords;
}

/** Properties of `SurfaceChart.svelte`. It has `png(title, paper): Promise<Blob>` too. */
export interface SurfaceProps {
  figure: SurfaceFigure;
  /** Can be bound; charts that are given one camera turn together. */
  camera?: SurfaceCamera;
  /** "light" or "dark": colors are read anew when it changes. */
  theme: string;
  /** Its name for those who do not see it. */
  label: string;
  onhover?: (point: SurfaceHover | null) => void;
}
