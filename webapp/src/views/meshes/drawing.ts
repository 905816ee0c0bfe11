/** From a mesh to what the chart draws; what has not changed stays the same object, for the chart prepares it once. */

import type { Mesh } from "../../api/meshes";
import type { MeshItem, Shape } from "../../charts/mesh/types";
import { colorsOf, type Coloring, type Ends } from "./model";

export interface Shown {
  readonly mesh: Mesh;
  readonly coloring: Exclude<Coloring, "auto">;
  readonly palette: string;
  readonly range: Ends;
  /** Of its run, or of the other one that it is drawn over: `#rrggbb`. */
  readonly color: string;
}

const shapes = new WeakMap<Mesh, Shape>();

export function shapeOf(mesh: Mesh): Shape {
  let shape = shapes.get(mesh);
  if (shape === undefined) {
    shape = { vertices: mesh.vertices, faces: mesh.faces };
    shapes.set(mesh, shape);
  }
  return shape;
}

export function drawingOf({ mesh, color, ...paint }: Shown, opacity: number): MeshItem {
  return {
    shape: shapeOf(mesh),
    colors: colorsOf(mesh, { ...paint, runColor: color }),
    opacity,
    pointSize: mesh.look.pointSize ?? 0,
  };
}
