/** From a mesh to what the chart draws; what has not changed stays the same object, for the chart prepares it once. */

import type { Mesh } from "../../api/meshes";
import { boxOf, drawsPoints } from "../../charts/mesh/prepare";
import type { MeshBox, MeshItem, Shading, MeshShape } from "../../charts/mesh/types";
import { once } from "../../lib/once";
import { colorsOf, type MeshColoring, type Ends } from "./model";

export interface ShownMesh {
  readonly mesh: Mesh;
  readonly coloring: Exclude<MeshColoring, "auto">;
  readonly palette: string;
  readonly range: Ends | null;
  /** Color of its run, or of the other one that it is drawn over: `#rrggbb`. */
  readonly color: string;
  readonly plain: PlainColors;
  readonly shading: Shading;
}

/** Colors of what has none: `#rrggbb`. */
export interface PlainColors {
  readonly face: string;
  readonly point: string;
}

/** As the page has them now. */
export function plainColors(): PlainColors {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return { face: token("--mesh-face"), point: token("--mesh-point") };
}

export const shapeOf = once<Mesh, MeshShape>(({ vertices, faces }) => ({ vertices, faces }));

/** The box around its vertices; null: none of them is finite. */
export const boxIn = once<Mesh, MeshBox | null>(({ vertices }) => boxOf(vertices));

export function drawingOf(shown: ShownMesh, opacity: number): MeshItem {
  const { mesh, color, plain, shading, ...paint } = shown;
  const shape = shapeOf(mesh);
  const plainColor = drawsPoints(shape, shading) ? plain.point : plain.face;
  return {
    shape,
    colors: colorsOf(mesh, { ...paint, runColor: color, plainColor }),
    opacity,
    pointSize: mesh.look.pointSize ?? 0,
  };
}
