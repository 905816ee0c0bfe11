/** Where a camera sees a place, without a graphics card. Pure. */

import type { ShapeSize } from "../../shapes/shapes";
import { basis, radians, type Triple } from "../../space/direction";
import { eyeOf } from "../camera";
import { halves, type SurfaceFrame } from "../frame";
import type { SurfaceView } from "../labels";
import type { SurfaceCamera } from "../types";

/** The same view as the scene's lens has. */
export function viewOf(frame: SurfaceFrame, camera: SurfaceCamera, size: ShapeSize): SurfaceView {
  const { position, fov } = eyeOf(camera, halves(frame), size);
  const { right, up, near } = basis(camera);
  const half = Math.tan((fov / 2) * radians);
  return {
    eye: position,
    project(place) {
      const from = place.map((part, axis) => part - (position[axis] ?? 0)) as unknown as Triple;
      const per = size.height / (2 * half * -dot(from, near));
      return {
        x: size.width / 2 + dot(from, right) * per,
        y: size.height / 2 - dot(from, up) * per,
      };
    },
  };
}

export function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
