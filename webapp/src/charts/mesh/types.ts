/** What the mesh chart draws: arrays in, pixels out. It knows no runs. */

import type { SpaceWords } from "../space/chart";
import type { Direction, Triple } from "../space/direction";

/** Coordinates, of a double's precision where a float can't distinguish places. */
export type Coordinates = Float32Array | Float64Array;

/** Vertices in space, and the triangles between them. The same object through every update. */
export interface MeshShape {
  /** x, y and z of each, [3 N]; those that are not finite are not drawn. */
  readonly vertices: Coordinates;
  /** Three vertices each, [3 M]; null: a cloud of points. */
  readonly faces: Uint32Array | null;
}

export interface MeshItem {
  readonly shape: MeshShape;
  /** Red, green, blue and opacity of each vertex, [4 N]. The same object while they do not change. */
  readonly colors: Uint8Array;
  /** Of all of it, 0..1. */
  readonly opacity: number;
  /** Diameter of points in the unit of the vertices; 0: as fits their number. */
  readonly pointSize: number;
}

/** The ends along x, y and z, in the unit of the vertices. */
export interface MeshBox {
  readonly low: Triple;
  readonly high: Triple;
}

export type UpAxis = "y" | "z";
export type MeshProjection = "perspective" | "orthographic";
export type Shading = "smooth" | "flat" | "wireframe" | "points";

/** From where one looks. A value: charts that share one turn together. */
export interface MeshCamera extends Direction {
  /** 1: all just fits; smaller is nearer. */
  readonly distance: number;
  /** What is in the middle, from that of the box, in units of the radius of what is shown; its third axis is the vertical one. */
  readonly target: Triple;
}

export const startCamera: MeshCamera = {
  azimuth: -38,
  elevation: 22,
  distance: 1,
  target: [0, 0, 0],
};

export interface MeshFigure {
  /** Several are drawn over each other. */
  readonly items: readonly MeshItem[];
  /** What has to be in sight. */
  readonly box: MeshBox;
  /** Of the ball around the middle of that box that holds all. */
  readonly radius: number;
  readonly up: UpAxis;
  readonly projection: MeshProjection;
  /** Degrees from the lower to the upper side, of a perspective. */
  readonly fov: number;
  readonly shading: Shading;
  /** Edges of faces are drawn over them. */
  readonly edges: boolean;
  /** Factor for the diameter of points. */
  readonly pointScale: number;
  /** The box with numbers along its edges. */
  readonly axes: boolean;
  readonly words: SpaceWords;
}

/** What the cursor points at. */
export interface MeshHover {
  /** Position among the items. */
  readonly item: number;
  readonly vertex: number;
  /** In pixels of the window. */
  readonly client: { readonly x: number; readonly y: number };
}

/** Properties of `MeshChart.svelte`. It has `png(title, paper): Promise<Blob>` too. */
export interface MeshProps {
  figure: MeshFigure;
  /** Can be bound; charts that are given one camera turn together. */
  camera?: MeshCamera;
  /** "light" or "dark": colors are read anew when it changes. */
  theme: string;
  /** Its name for those who do not see it. */
  label: string;
  onhover?: (hover: MeshHover | null) => void;
}
