import { expect, it } from "vitest";
import type { Mesh } from "../../api/meshes";
import { objOf, plyOf } from "./files";

const mesh: Mesh = {
  run: "r",
  tag: "形 shape",
  step: 7,
  vertices: Float32Array.of(0.1, -2, 3, 1e-7, 16777216, NaN, 0, 0, 1),
  faces: Uint32Array.of(0, 1, 2),
  colors: Uint8Array.of(255, 0, 51, 128, 1, 2, 3, 4, 5, 6, 7, 8),
  channels: 4,
  values: Float32Array.of(0.5, -1, Infinity),
  look: {},
  clipped: 0,
};

it("writes a binary PLY, byte by byte", () => {
  const bytes = plyOf(mesh);
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.indexOf("end_header\n") + "end_header\n".length;
  expect(text.slice(0, end).split("\n")).toEqual([
    "ply",
    "format binary_little_endian 1.0",
    "comment   shape, step 7",
    "element vertex 3",
    "property float x",
    "property float y",
    "property float z",
    "property uchar red",
    "property uchar green",
    "property uchar blue",
    "property uchar alpha",
    "property float value",
    "element face 1",
    "property list uchar int vertex_indices",
    "end_header",
    "",
  ]);
  const view = new DataView(bytes.buffer, end);
  expect(bytes.length - end).toBe(3 * (12 + 4 + 4) + 13);
  for (let i = 0; i < 3; i++) {
    const row = [0, 4, 8].map((at) => view.getFloat32(20 * i + at, true));
    expect(row).toEqual([...mesh.vertices.subarray(3 * i, 3 * i + 3)]);
    const color = [12, 13, 14, 15].map((at) => view.getUint8(20 * i + at));
    expect(color).toEqual([...(mesh.colors?.subarray(4 * i, 4 * i + 4) ?? [])]);
    expect(view.getFloat32(20 * i + 16, true)).toBe(mesh.values?.[i]);
  }
  expect(
    [60, 61, 65, 69].map((at, i) => (i === 0 ? view.getUint8(at) : view.getInt32(at, true))),
  ).toEqual([3, 0, 1, 2]);
});

it("leaves out of a PLY what there is none of", () => {
  const cloud = { ...mesh, faces: null, colors: null, channels: 0, values: null };
  const text = new TextDecoder("latin1").decode(plyOf(cloud));
  expect(text).not.toMatch(/red|value|face/);
  expect(plyOf(cloud).length - text.indexOf("end_header\n") - 11).toBe(36);
});

it("writes an OBJ whose numbers are those of float32 and whose faces count from 1", () => {
  const vertices = Float32Array.of(0.1, -2, 3, 1e-7, 16777216, 5, 0, 0, 1);
  expect(objOf({ ...mesh, vertices }).join("")).toBe(
    "#   shape, step 7\n" +
      "v 0.1 -2 3 1.0000 0.0000 0.2000\n" +
      "v 1e-7 16777216 5 0.0039 0.0078 0.0118\n" +
      "v 0 0 1 0.0196 0.0235 0.0275\n" +
      "f 1 2 3\n",
  );
});

it("leaves vertices that are not finite out of an OBJ, and the faces that have them", () => {
  const faces = Uint32Array.of(0, 1, 2, 2, 0, 2);
  expect(objOf({ ...mesh, faces, colors: null, channels: 0 }).join("")).toBe(
    "#   shape, step 7\nv 0.1 -2 3\nv 0 0 1\nf 2 1 2\n",
  );
});

it("writes doubles with all of their digits", () => {
  const vertices = Float64Array.of(5e6 + 1e-3, 0.1, 1e300, 0, 0, 0, 0, 0, 0);
  const bytes = plyOf({ ...mesh, vertices, colors: null, channels: 0, values: null, faces: null });
  const text = new TextDecoder("latin1").decode(bytes);
  expect(text).toContain("property double x\nproperty double y\nproperty double z\nend_header\n");
  const view = new DataView(bytes.buffer, text.indexOf("end_header\n") + 11);
  expect(view.byteLength).toBe(9 * 8);
  expect([0, 8, 16].map((at) => view.getFloat64(at, true))).toEqual([...vertices.slice(0, 3)]);
  expect(objOf({ ...mesh, vertices }).join("")).toContain("v 5000000.001 0.1 1e+300 ");
});

it("writes large files in parts", () => {
  const vertices = new Float32Array(3 * 40_000);
  const parts = objOf({ ...mesh, vertices, colors: null, channels: 0, values: null });
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join("").match(/^v /gm)?.length).toBe(40_000);
});
