import { describe, expect, it } from "vitest";
import { eyeOf, formatCamera, panned, parseCamera, turned, zoomed } from "./camera";
import type { Triple } from "../space/direction";
import { startCamera } from "./types";

const box: Triple = [1, 1, 0.58];
const size = { width: 800, height: 600 };

describe("turned", () => {
  it("follows the hand, all around and never over the top", () => {
    expect(turned({ ...startCamera, azimuth: 0 }, 100, 0).azimuth).toBe(-45);
    expect(turned({ ...startCamera, azimuth: -170 }, 100, 0).azimuth).toBe(145);
    expect(turned(startCamera, 0, 1000).elevation).toBe(89);
    expect(turned(startCamera, 0, -1000).elevation).toBe(-89);
  });
});

it("zooms within reason", () => {
  expect(zoomed(startCamera, 0.5).distance).toBe(0.5);
  expect(zoomed(startCamera, 1e-9).distance).toBe(0.12);
  expect(zoomed(startCamera, 1e9).distance).toBe(3);
});

describe("panned", () => {
  it("moves what is seen with the hand, and not out of the box", () => {
    const level = { ...startCamera, azimuth: 0, elevation: 0 };
    const { target } = panned(level, 10, 10, size, box);
    expect(target[0]).toBeLessThan(0);
    expect(target[1]).toBeCloseTo(0, 12);
    expect(target[2]).toBeGreaterThan(0);
    expect(panned(level, -1e6, 0, size, box).target[0]).toBe(1);
  });
});

describe("eyeOf", () => {
  it("is as far away whatever way it looks: a box that is turned does not breathe", () => {
    const away = [0, 30, 45, 90].map((azimuth) => {
      const { position } = eyeOf({ ...startCamera, azimuth }, box, size);
      return Math.hypot(...position);
    });
    for (const each of away) expect(each).toBeCloseTo(away[0] ?? 0, 9);
  });

  it("goes further away in a narrow chart", () => {
    const near = Math.hypot(...eyeOf(startCamera, box, size).position);
    const far = Math.hypot(...eyeOf(startCamera, box, { width: 300, height: 600 }).position);
    expect(far).toBeGreaterThan(near);
  });
});

describe("a camera in a link", () => {
  it("comes back as it was", () => {
    const camera = {
      azimuth: 12.5,
      elevation: -40,
      distance: 0.75,
      target: [0.1, -0.2, 1],
    } as const;
    expect(parseCamera(formatCamera(camera))).toEqual(camera);
  });

  it("is no camera with a word in it, with too few or too many numbers", () => {
    for (const text of ["", "1 2 3", "a 2 3 4 5 6", "1 2 3 4 5 6 7"]) {
      expect(parseCamera(text)).toBeUndefined();
    }
  });

  it("is held within its bounds", () => {
    expect(parseCamera("400 200 99 5 -5 0")).toEqual({
      azimuth: 40,
      elevation: 89,
      distance: 3,
      target: [1, -1, 0],
    });
  });
});
