/** From a mesh to what the chart draws; what has not changed stays the same object, for the chart prepares it once. */

import type { Mesh } from "../../api/meshes";
import { boxOf } from "../../charts/mesh/prepare";
import type { Box, MeshItem, Shape } from "../../charts/mesh/types";
import { once } from "../../lib/once";
import { colorsOf, type Coloring, type Ends } from "./model";

export interface Shown {
  readonly mesh: Mesh;
  readonly coloring: Exclude<Coloring, "auto">;
  readonly palette: string;
  readonly range: Ends;
  /** Of its run, or of the other one that it is drawn over: `#rrggbb`. */
  readonly color: string;
}

export const shapeOf = once<Mesh, Shape>(({ vertices, faces }) => ({ vertices, faces }));

/** The box around its vertices; null: none of them is finite. */
export const boxIn = once<Mesh, Box | null>(({ vertices }) => boxOf(vertices));

export function drawingOf({ mesh, color, ...paint }: Shown, opacity: number): MeshItem {
  return {
    shape: shapeOf(mesh),
    colors: colorsOf(mesh, { ...paint, runColor: color }),
    opacity,
    pointSize: mesh.look.pointSize ?? 0,
  };
}
