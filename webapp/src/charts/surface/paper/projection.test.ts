import { PerspectiveCamera, Vector3 } from "three";
import { expect, test } from "vitest";
import { eyeOf } from "../camera";
import { frameOf, halves } from "../frame";
import { startCamera } from "../types";
import { viewOf } from "./projection";

test("places are seen where three.js sees them", () => {
  const grid = { x: Float64Array.of(-1, 1), y: Float64Array.of(-2, 2) };
  const wish = { range: { min: 0, max: 1 }, scale: "linear", clip: null, exaggeration: 1 } as const;
  const frame = frameOf([grid], wish);
  const size = { width: 640, height: 360 };
  const camera = { ...startCamera, azimuth: 71, elevation: 12, target: [0.2, -0.1, 0.3] } as const;
  const eye = eyeOf(camera, halves(frame), size);
  const lens = new PerspectiveCamera(eye.fov, 640 / 360, eye.near, eye.far);
  lens.up.set(0, 0, 1);
  lens.position.set(...eye.position);
  lens.lookAt(...eye.target);
  lens.updateMatrixWorld();
  for (const place of [
    [0, 0, 0],
    [0.5, -1, 0.4],
    [-0.5, 0.9, -0.58],
  ] as const) {
    const { x, y } = new Vector3(...place).project(lens);
    const seen = viewOf(frame, camera, size).project(place);
    expect(seen.x).toBeCloseTo(((x + 1) / 2) * 640, 6);
    expect(seen.y).toBeCloseTo(((1 - y) / 2) * 360, 6);
  }
});
