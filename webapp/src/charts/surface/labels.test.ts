import { describe, expect, it } from "vitest";
import { frameOf } from "./frame";
import { labelsOf, type SurfaceView } from "./labels";
import { gridOf, wish } from "./testing";
import { isBehind } from "./walls";
import { basis, type Triple } from "../space/direction";
import { startCamera } from "./types";

const frame = frameOf([gridOf(3, 3, () => 1)], wish);

/** Parallel light is enough for where labels lie. */
function viewFrom(azimuth: number, elevation = 30): SurfaceView {
  const { right, up, near } = basis({ ...startCamera, azimuth, elevation });
  const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return {
    project: (place) => ({ x: 400 + 150 * dot(place, right), y: 300 - 150 * dot(place, up) }),
    eye: [8 * near[0], 8 * near[1], 8 * near[2]],
  };
}

const measure = (text: string) => 6 * text.length;
const labels = (azimuth: number, elevation?: number) =>
  labelsOf(frame, ["dx", "dy", "loss"], viewFrom(azimuth, elevation), measure);

describe("labelsOf", () => {
  it("names every axis from every side, never upside down", () => {
    for (let azimuth = -180; azimuth < 180; azimuth += 15) {
      for (const elevation of [-60, -10, 10, 40, 89]) {
        const titles = labels(azimuth, elevation).filter(({ isTitle }) => isTitle);
        expect(titles.map(({ text }) => text)).toEqual(["dx", "dy", "loss"]);
        for (const { turn } of titles.slice(0, 2)) {
          expect(Math.abs(turn)).toBeLessThanOrEqual(Math.PI / 2 + 1e-9);
        }
      }
    }
  });

  it("lets no number run into another", () => {
    for (let azimuth = -180; azimuth < 180; azimuth += 10) {
      const numbers = labels(azimuth).filter(({ isTitle }) => !isTitle);
      numbers.forEach((one, i) => {
        for (const other of numbers.slice(i + 1)) {
          const room = (measure(one.text) + measure(other.text)) / 2;
          const isClear = Math.abs(one.x - other.x) >= room || Math.abs(one.y - other.y) >= 13;
          expect(isClear).toBe(true);
        }
      });
    }
  });

  it("writes below the floor what is seen from above", () => {
    const view = viewFrom(-38);
    const floor = Math.min(view.project([1, -1, -frame.z.half]).y, view.project([-1, -1, 0]).y);
    const [title] = labels(-38).filter(({ isTitle }) => isTitle);
    expect(title?.y).toBeGreaterThan(floor);
  });
});

it("has the walls behind the box that the eye does not look through", () => {
  const half: Triple = [1, 1, 0.5];
  expect(isBehind({ axis: 0, end: 1 }, half, [5, -5, 3])).toBe(false);
  expect(isBehind({ axis: 0, end: -1 }, half, [5, -5, 3])).toBe(true);
  expect(isBehind({ axis: 2, end: -1 }, half, [5, -5, 3])).toBe(true);
});
