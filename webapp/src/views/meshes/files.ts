/** A mesh as files that other programs read. Pure. */

import type { Mesh } from "../../api/meshes";

/**
 * A binary PLY: vertices with their colors and values, and faces.
 * Format: G. Turk, The PLY polygon file format (1994).
 */
export function plyOf(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const { vertices, faces, colors, channels, values } = mesh;
  const count = vertices.length / 3;
  const isDouble = vertices instanceof Float64Array;
  const head = [
    "ply",
    "format binary_little_endian 1.0",
    `comment ${oneLine(mesh.tag)}, step ${mesh.step}`,
    `element vertex ${count}`,
    ...["x", "y", "z"].map((name) => `property ${isDouble ? "double" : "float"} ${name}`),
    ...["red", "green", "blue", "alpha"].slice(0, channels).map((name) => `property uchar ${name}`),
    ...(values === null ? [] : ["property float value"]),
    ...(faces === null
      ? []
      : [`element face ${faces.length / 3}`, "property list uchar int vertex_indices"]),
    "end_header\n",
  ].join("\n");
  const begin = new TextEncoder().encode(head);
  const row = 3 * vertices.BYTES_PER_ELEMENT + channels + (values === null ? 0 : 4);
  const size = begin.length + count * row + ((faces?.length ?? 0) / 3) * 13;
  const out = new Uint8Array(size);
  out.set(begin);
  const view = new DataView(out.buffer);
  let at = begin.length;
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const place = vertices[3 * i + axis] as number;
      if (isDouble) view.setFloat64(at, place, true);
      else view.setFloat32(at, place, true);
      at += vertices.BYTES_PER_ELEMENT;
    }
    for (let channel = 0; channel < channels; channel++)
      out[at++] = colors?.[channels * i + channel] as number;
    if (values !== null) {
      view.setFloat32(at, values[i] as number, true);
      at += 4;
    }
  }
  for (let f = 0; faces !== null && f < faces.length; f += 3) {
    out[at++] = 3;
    for (let corner = 0; corner < 3; corner++) {
      view.setInt32(at, faces[f + corner] as number, true);
      at += 4;
    }
  }
  return out;
}

function oneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, " ");
}

const piece = 1 << 14;

/**
 * A Wavefront OBJ, in parts: vertices, with their colors behind them as most programs read it, and faces.
 * Vertices that are not finite are left out, with their faces: the format has no word for them.
 */
export function objOf({ tag, step, vertices, faces, colors, channels }: Mesh): string[] {
  const text = vertices instanceof Float64Array ? String : shortest;
  const parts = [`# ${oneLine(tag)}, step ${step}\n`];
  let lines: string[] = [];
  const write = (line: string): void => {
    if (lines.push(line) < piece) return;
    parts.push(`${lines.join("\n")}\n`);
    lines = [];
  };
  /** Number of each vertex in the file; 0: it is left out. */
  const numbers = new Uint32Array(vertices.length / 3);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const at = vertices.subarray(3 * i, 3 * i + 3);
    if (!at.every(Number.isFinite)) continue;
    numbers[i] = ++count;
    const place = Array.from(at, text);
    const color = colors?.subarray(channels * i, channels * i + 3) ?? [];
    const shares = Array.from(color, (part) => (part / 255).toFixed(4));
    write(["v", ...place, ...shares].join(" "));
  }
  for (let f = 0; faces !== null && f < faces.length; f += 3) {
    const corners = Array.from(faces.subarray(f, f + 3), (vertex) => numbers[vertex] ?? 0);
    if (!corners.includes(0)) write(["f", ...corners].join(" "));
  }
  if (lines.length > 0) parts.push(`${lines.join("\n")}\n`);
  return parts;
}

/** The fewest digits that are the same number as a float32. */
function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}
