import { describe, expect, it } from "vitest";
import {
  Matrix4,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  BufferGeometry,
  BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  DoubleSide,
} from "three";
import { hitFace, nearestPoint } from "./picking";

const width = 400;
const height = 300;

function lens(): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, width / height, 0.1, 50);
  camera.position.set(2, -3, 4);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

/** Numbers that look random, the same each time. */
function numbers(count: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  });
}

it("takes the point in front of those that lie under the pointer", () => {
  const camera = lens();
  const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  // On one line from the eye: the nearest of them is the third.
  const positions = Float32Array.of(0, 0, 0, -1, 1.5, -2, 1, -1.5, 2, 0.9, 0, 0);
  const aim = { x: width / 2, y: height / 2, width, height };
  expect(nearestPoint(positions, null, clip.elements, aim, 5).vertex).toBe(2);
  expect(nearestPoint(positions, Uint32Array.of(0, 1), clip.elements, aim, 5).vertex).toBe(0);
  expect(nearestPoint(positions, null, clip.elements, { ...aim, x: 5, y: 5 }, 5).vertex).toBe(-1);
});

describe("rays", () => {
  it("meet the faces that three.js says they meet", () => {
    const positions = numbers(3 * 120);
    const faces = Uint32Array.from(numbers(3 * 60), (part) =>
      Math.floor(((part + 1) / 2) * 119.99),
    );
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(faces, 1));
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const caster = new Raycaster();
    const camera = lens();
    let met = 0;
    for (let i = 0; i < 200; i++) {
      const [x = 0, y = 0] = numbers(2 * i + 2).subarray(2 * i);
      caster.setFromCamera(new Vector2(x / 2, y / 2), camera);
      const { origin: o, direction: d } = caster.ray;
      const found = hitFace(positions, faces, [o.x, o.y, o.z], [d.x, d.y, d.z]);
      const [want] = caster.intersectObject(mesh);
      expect(found === null).toBe(want === undefined);
      if (found === null || want === undefined) continue;
      met++;
      expect(found.distance).toBeCloseTo(want.distance, 4);
      const corners = [want.face?.a, want.face?.b, want.face?.c];
      expect(corners).toContain(found.vertex);
    }
    expect(met).toBeGreaterThan(50);
  });
});
