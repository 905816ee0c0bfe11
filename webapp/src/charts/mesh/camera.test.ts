import { describe, expect, it } from "vitest";
import type { Triple } from "../space/direction";
import { eyeOf, formatCamera, panned, parseCamera, turned, zoomed, type Lens } from "./camera";
import { startCamera } from "./types";

const lenses: readonly Lens[] = [
  { projection: "perspective", fov: 30 },
  { projection: "perspective", fov: 75 },
  { projection: "orthographic", fov: 30 },
];
const sizes = [
  { width: 800, height: 400 },
  { width: 300, height: 900 },
];

/** Where a place is drawn: -1 to 1 along the width and the height. */
function drawn(
  place: Triple,
  camera: typeof startCamera,
  lens: Lens,
  size: (typeof sizes)[number],
) {
  const { position, right, up, near, high } = eyeOf(camera, lens, size);
  const from = place.map((part, axis) => part - (position[axis] ?? 0));
  const along = (row: Triple): number =>
    row.reduce((sum, part, axis) => sum + part * (from[axis] ?? 0), 0);
  const away = -along(near);
  const half =
    lens.projection === "orthographic" ? high : away * Math.tan((lens.fov * Math.PI) / 360);
  const aspect = size.width / size.height;
  return { x: along(right) / half / aspect, y: along(up) / half };
}

describe("a ball of radius 1", () => {
  it.each(lenses.flatMap((lens) => sizes.map((size) => ({ lens, size }))))(
    "just fits: $lens.projection, $lens.fov, $size.width x $size.height",
    ({ lens, size }) => {
      let most = 0;
      for (let i = 0; i < 4000; i++) {
        // Evenly over the ball: the spiral of Saff and Kuijlaars.
        const z = 1 - (2 * i + 1) / 4000;
        const turn = i * 2.399963;
        const out = Math.sqrt(1 - z * z);
        const { x, y } = drawn(
          [out * Math.cos(turn), out * Math.sin(turn), z],
          startCamera,
          lens,
          size,
        );
        most = Math.max(most, Math.abs(x), Math.abs(y));
      }
      expect(most).toBeLessThan(1);
      expect(most).toBeGreaterThan(0.85);
    },
  );
});

it("keeps what lies below the pointer where it is, however near one comes", () => {
  for (const lens of lenses)
    for (const size of sizes) {
      const at = { x: size.width * 0.7, y: size.height * 0.3 };
      // What is drawn there, in the plane of the target.
      const before = zoomed(startCamera, 1, null, lens, size);
      const { right, up, high } = eyeOf(before, lens, size);
      const [across, above] = [0.4 * high * (size.width / size.height), 0.4 * high];
      const place = right.map((part, axis) => part * across + (up[axis] ?? 0) * above);
      const after = zoomed(before, 0.5, at, lens, size);
      expect(after.distance).toBe(0.5);
      const { x, y } = drawn(place as unknown as Triple, after, lens, size);
      expect(x).toBeCloseTo(0.4, 9);
      expect(y).toBeCloseTo(0.4, 9);
    }
});

it("moves what is seen with the hand", () => {
  const [lens, size] = [lenses[0] as Lens, { width: 800, height: 400 }];
  const moved = panned(startCamera, 80, -40, lens, size);
  const { x, y } = drawn([0, 0, 0], moved, lens, size);
  expect(x).toBeCloseTo(0.2, 1);
  expect(y).toBeCloseTo(0.2, 1);
});

it("turns over the top, and not beyond", () => {
  expect(turned(startCamera, 0, 1e6).elevation).toBe(90);
  const above = eyeOf({ ...startCamera, elevation: 90 }, lenses[0] as Lens, {
    width: 9,
    height: 9,
  });
  expect(above.near[2]).toBeCloseTo(1, 9);
  expect(above.up.every(Number.isFinite)).toBe(true);
});

it("goes through a link", () => {
  const camera = {
    azimuth: 12.5,
    elevation: -3,
    distance: 0.25,
    target: [0.5, -0.125, 0],
  } as const;
  expect(parseCamera(formatCamera(camera))).toEqual(camera);
  expect(parseCamera("")).toBeUndefined();
  expect(parseCamera("1 2 3 4 5")).toBeUndefined();
  expect(parseCamera("1 2 3 4 5 x")).toBeUndefined();
  expect(parseCamera("0 999 0 99 0 0")).toEqual({
    azimuth: 0,
    elevation: 90,
    distance: 0.004,
    target: [4, 0, 0],
  });
});
