/** A small picture of a shape without WebGL: for tiles, of which a page has many. */

import { eyeOf } from "./camera";
import { ballOf, boxOf, drawsPoints, reachOf } from "./prepare";
import { startCamera, type MeshShape, type UpAxis } from "./types";

/** More faces than these are drawn as points, and of more points than those some. */
const [mostFaces, mostPoints] = [12_000, 12_000];

export interface Sketch {
  readonly shape: MeshShape;
  /** Of each vertex, [4 N]. */
  readonly colors: Uint8Array;
  readonly up: UpAxis;
}

/** Draws into the whole canvas. Nothing, where no vertex is finite. */
export function sketch(canvas: HTMLCanvasElement, { shape, colors, up }: Sketch): void {
  const context = canvas.getContext("2d");
  const box = boxOf(shape.vertices);
  if (context === null) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (box === null) return;
  const { middle, radius } = ballOf(box);
  const { width, height } = canvas;
  const {
    right,
    up: above,
    near,
    high,
  } = eyeOf(startCamera, { projection: "orthographic", fov: 30 }, { width, height });
  const per = height / 2 / high / (reachOf(shape.vertices, middle) || radius);
  const { vertices, faces } = shape;
  const count = vertices.length / 3;
  // Place in pixels, and depth: greater is nearer.
  const seen = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map(
      (axis) => (vertices[3 * i + axis] as number) - (middle[axis] as number),
    );
    const place = up === "z" ? [x, y, z] : [x, -(z as number), y];
    const along = (row: readonly number[]): number =>
      row.reduce((sum, part, axis) => sum + part * (place[axis] as number), 0);
    seen[3 * i] = width / 2 + per * along(right);
    seen[3 * i + 1] = height / 2 - per * along(above);
    seen[3 * i + 2] = per * along(near);
  }
  const color = (vertex: number, light: number): string => {
    const part = (at: number): number =>
      Math.min(255, Math.round(light * (colors[4 * vertex + at] as number)));
    return `rgb(${part(0)} ${part(1)} ${part(2)})`;
  };
  const isSolid = !drawsPoints(shape, "smooth");
  if (faces !== null && isSolid && faces.length / 3 <= mostFaces)
    drawFaces(context, faces, seen, color);
  else drawPoints(context, seen, color, Math.max(1.2, Math.min(4, height / 40)));
}

type Color = (vertex: number, light: number) => string;

function drawFaces(
  context: CanvasRenderingContext2D,
  faces: Uint32Array,
  seen: Float32Array,
  color: Color,
): void {
  const count = faces.length / 3;
  const depth = new Float32Array(count);
  const at = (face: number, corner: number, part: number): number =>
    seen[3 * (faces[3 * face + corner] as number) + part] as number;
  for (let f = 0; f < count; f++) depth[f] = at(f, 0, 2) + at(f, 1, 2) + at(f, 2, 2);
  const order = Uint32Array.from({ length: count }, (_, i) => i).filter((f) =>
    Number.isFinite(depth[f]),
  );
  order.sort((a, b) => (depth[a] as number) - (depth[b] as number));
  context.lineWidth = 0.6;
  for (const f of order) {
    const edge = (corner: number): readonly number[] =>
      [0, 1, 2].map((part) => at(f, corner, part) - at(f, 0, part));
    const [[ux = 0, uy = 0, uz = 0], [vx = 0, vy = 0, vz = 0]] = [edge(1), edge(2)];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.hypot(nx, ny, nz);
    if (size === 0) continue;
    // The light comes from above on the left, and meets the side that is seen.
    const side = nz < 0 ? -1 : 1;
    const facing = (side * (-0.45 * nx - 0.6 * ny + 0.75 * nz)) / size / 1.06;
    context.beginPath();
    for (let corner = 0; corner < 3; corner++) context.lineTo(at(f, corner, 0), at(f, corner, 1));
    context.closePath();
    context.fillStyle = color(faces[3 * f] as number, 0.55 + 0.5 * Math.max(0, facing));
    // Without it the ground would be seen between neighbors.
    context.strokeStyle = context.fillStyle;
    context.fill();
    context.stroke();
  }
}

function drawPoints(
  context: CanvasRenderingContext2D,
  seen: Float32Array,
  color: Color,
  diameter: number,
): void {
  const count = seen.length / 3;
  const step = Math.max(1, Math.ceil(count / mostPoints));
  const order = Uint32Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step).filter(
    (i) => Number.isFinite(seen[3 * i + 2]),
  );
  const depth = (i: number): number => seen[3 * i + 2] as number;
  order.sort((a, b) => depth(a) - depth(b));
  const [low, high] = [depth(order[0] ?? 0), depth(order.at(-1) ?? 0)];
  for (const i of order) {
    context.fillStyle = color(i, 0.6 + 0.4 * ((depth(i) - low) / (high - low || 1)));
    context.beginPath();
    context.arc(seen[3 * i] as number, seen[3 * i + 1] as number, diameter / 2, 0, 2 * Math.PI);
    context.fill();
  }
}
