import { expect, it } from "vitest";
import { meshOf } from "./meshes";

const about = { run: "r", tag: "t", step: 3, walltime: 0, summary: { clipped: 2 } };
const triangle = { shape: [3, 3], data: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) };
const good = {
  vertices: triangle,
  faces: { shape: [1, 3], data: Uint32Array.of(0, 1, 2) },
  colors: { shape: [3, 4], data: new Uint8Array(12) },
  values: Float32Array.of(1, 2, 3),
  look: { point_size: 0.5, fov: 60, projection: "orthographic", up: "z", wireframe: true, odd: 1 },
};
const none = { faces: null, colors: null, values: null, look: {} };

it("has what was logged", () => {
  const mesh = meshOf({ ...about, payload: good });
  expect(mesh.faces).toEqual(Uint32Array.of(0, 1, 2));
  expect([mesh.channels, mesh.clipped]).toEqual([4, 2]);
  expect(mesh.look).toEqual({
    pointSize: 0.5,
    fov: 60,
    projection: "orthographic",
    up: "z",
    wireframe: true,
  });
  const cloud = meshOf({ ...about, payload: { ...none, vertices: triangle } });
  expect([cloud.faces, cloud.colors, cloud.values, cloud.look]).toEqual([null, null, null, {}]);
});

it("has coordinates of doubles", () => {
  const data = Float64Array.of(5e6 + 1e-3, 0, 0);
  const mesh = meshOf({ ...about, payload: { ...none, vertices: { shape: [1, 3], data } } });
  expect(mesh.vertices).toBe(data);
});

it.each([
  ["vertices", { shape: [2, 2], data: new Float64Array(4) }],
  ["vertices", { shape: [2, 2], data: new Float32Array(4) }],
  ["vertices", null],
  ["faces", { shape: [1, 3], data: Uint32Array.of(0, 1, 3) }],
  ["faces", { shape: [1, 3], data: new Float32Array(3) }],
  ["colors", { shape: [2, 3], data: new Uint8Array(6) }],
  ["values", new Float32Array(2)],
  ["look", 5],
])("refuses other %s", (name, value) => {
  expect(() => meshOf({ ...about, payload: { ...good, [name]: value } })).toThrow(name);
});
