import { describe, expect, it } from "vitest";
import { actual, fit, moved, pixelAt, zoomedAt, zoomedTo, type ImageCamera } from "./camera";

const view = { width: 800, height: 600 };
const image = { width: 200, height: 100 };

describe("a camera", () => {
  it("fits an image of any shape into the view, in its middle", () => {
    expect(fit(image, view)).toEqual({ scale: 4, left: 0, top: 100 });
    expect(fit({ width: 100, height: 1200 }, view)).toEqual({ scale: 0.5, left: 375, top: 0 });
    expect(fit({ width: 1, height: 1 }, view)).toEqual({ scale: 64, left: 368, top: 268 });
    expect(fit({ width: 80000, height: 60000 }, view).scale).toBe(0.01);
  });

  it("shows the actual size in the middle", () => {
    expect(actual(image, view)).toEqual({ scale: 1, left: 300, top: 250 });
  });

  it("keeps what is under the pointer there while it zooms", () => {
    let camera: ImageCamera = fit(image, view);
    const before = pixelAt(camera, 123, 234);
    for (const factor of [1.3, 1.3, 0.7, 2, 0.9]) {
      camera = zoomedAt(camera, factor, 123, 234, image, view);
      expect(pixelAt(camera, 123, 234)).toEqual(before);
    }
  });

  it("zooms from 0.1 to 64, and further out only to see a huge image whole", () => {
    const scale = (factor: number, size: typeof image): number =>
      zoomedAt(actual(size, view), factor, 0, 0, size, view).scale;
    expect(scale(1000, image)).toBe(64);
    expect(scale(0.001, image)).toBe(0.1);
    expect(scale(0.001, { width: 80000, height: 60000 })).toBe(0.01);
  });

  it("can't lose the image out of sight", () => {
    const camera = actual(image, view);
    expect(moved(camera, -9999, 9999, image, view)).toEqual({ scale: 1, left: -168, top: 568 });
  });

  it("zooms to a part, in the middle of the view", () => {
    const camera = zoomedTo({ x: 100, y: 50, width: 20, height: 20 }, image, view);
    expect(camera.scale).toBeCloseTo(27);
    expect(pixelAt(camera, 400, 300)).toEqual({ x: 110, y: 60 });
  });
});
