import { describe, expect, it } from "vitest";
import { HOLE, INTERPOLATED } from "../../lib/landscape/fill";
import { frameOf, placeOn } from "./frame";
import { isolines } from "./isolines";
import { meshOf } from "./mesh";
import { backToFront } from "../space/order";
import { hit, isCovered, nearestPlace, nearestVertex } from "./picking";
import { gridOf, wish } from "./testing";

const look = { opacity: 1 };
const plane = gridOf(5, 3, (x) => 1 + x);
const frame = frameOf([plane], wish);

describe("meshOf", () => {
  it("has two triangles for each cell", () => {
    expect(meshOf([plane], frame, look).triangles).toHaveLength(3 * 2 * 4 * 2);
  });

  it("puts every vertex where its value is", () => {
    const { positions } = meshOf([plane], frame, look);
    expect(positions[2]).toBeCloseTo(placeOn(frame.z, 0), 6);
    expect(positions[3 * 4 + 2]).toBeCloseTo(placeOn(frame.z, 2), 6);
  });

  it("leaves out what touches a hole: of a cell with three corners half remains", () => {
    const mask = plane.mask.slice();
    mask[0] = HOLE;
    const { triangles } = meshOf([{ ...plane, mask }], frame, look);
    expect(triangles).toHaveLength(3 * (2 * 4 * 2 - 1));
    expect([...triangles]).not.toContain(0);
  });

  it("has the same normal all over a plane, also beside a hole", () => {
    const mask = plane.mask.slice();
    mask[7] = HOLE;
    const { normals } = meshOf([{ ...plane, mask }], frame, look);
    const slope = frame.z.half / frame.x.half / (1.06 / 1);
    for (const vertex of [0, 6, 8, 14]) {
      const [nx = 0, , nz = 0] = normals.subarray(3 * vertex, 3 * vertex + 3);
      expect(-nx / nz).toBeCloseTo(slope, 5);
    }
  });

  it("lies at the end of the range where values are below it", () => {
    const { positions } = meshOf([gridOf(2, 2, (x) => (x < 0 ? -5 : 9))], frame, look);
    expect(positions[2]).toBeCloseTo(placeOn(frame.z, 0), 6);
  });

  it("draws what is interpolated fainter than what is computed", () => {
    const wide = gridOf(21, 3, () => 1);
    const mask = wide.mask.map((value, i) => (i % 21 > 10 ? INTERPOLATED : value));
    const { looks } = meshOf([{ ...wide, mask }], frameOf([wide], wish), look);
    expect(looks[1]).toBe(255);
    expect(looks[2 * 20 + 1]).toBe(107);
  });

  it("counts vertices of several grids on", () => {
    const { first, triangles, looks } = meshOf([plane, plane], frame, look);
    expect(first).toEqual([0, 15, 30]);
    expect([looks[0], looks[2 * 14], looks[2 * 15]]).toEqual([0, 0, 1]);
    expect(Math.min(...triangles.subarray(48))).toBe(15);
  });
});

describe("backToFront", () => {
  it("has every triangle once, the farthest first", () => {
    const mesh = meshOf([plane], frame, look);
    const out = new Uint32Array(mesh.triangles.length);
    backToFront(mesh.positions, mesh.triangles, [1, 0, 0], out);
    const depth = (i: number) =>
      [0, 1, 2].reduce((sum, c) => sum + (mesh.positions[3 * (out[3 * i + c] ?? 0)] ?? 0), 0);
    const depths = Array.from({ length: out.length / 3 }, (_, i) => depth(i));
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
    expect([...out].sort()).toEqual([...mesh.triangles].sort());
  });

  it("takes points, too", () => {
    const places = Float32Array.of(0, 0, 5, 0, 0, 1, 0, 0, 9, 0, 0, 3);
    const out = new Uint32Array(3);
    backToFront(places, Uint32Array.of(0, 2, 3), [0, 0, 1], out, 1);
    expect([...out]).toEqual([3, 0, 2]);
  });

  it("takes a surface that lies square to the eye", () => {
    const flat = meshOf([gridOf(3, 3, () => 1)], frame, look);
    const out = new Uint32Array(flat.triangles.length);
    backToFront(flat.positions, flat.triangles, [0, 0, 1], out);
    expect([...out]).toEqual([...flat.triangles]);
  });
});

describe("isolines", () => {
  it("lie at their height: of a slope they are straight", () => {
    const height = placeOn(frame.z, 1.25);
    const lines = isolines(meshOf([plane], frame, look), [height, NaN]);
    expect(lines.length).toBeGreaterThan(0);
    for (let i = 0; i < lines.length; i += 3) {
      expect(lines[i]).toBeCloseTo(0.25, 5);
      expect(lines[i + 2]).toBeCloseTo(height, 6);
    }
  });

  it("are not there beside the surface, nor on a flat one", () => {
    expect(isolines(meshOf([plane], frame, look), [9])).toHaveLength(0);
    const flat = meshOf([gridOf(3, 3, () => 1)], frame, look);
    expect(isolines(flat, [flat.positions[2] ?? 0])).toHaveLength(0);
  });
});

describe("hit", () => {
  const mesh = meshOf([plane, gridOf(5, 3, () => 0)], frame, look);
  const { half } = frame.z;

  it("is where a ray from above meets the highest surface", () => {
    const found = hit(mesh, [0.5, 0.1, 5], [0, 0, -1], -half, half);
    expect(found?.grid).toBe(0);
    expect(found?.at[2]).toBeCloseTo(placeOn(frame.z, 1.5), 5);
  });

  it("is the other surface from below", () => {
    expect(hit(mesh, [0.5, 0.1, -5], [0, 0, 1], -half, half)?.grid).toBe(1);
  });

  it("is not on what is cut off, nor beside", () => {
    const cut = placeOn(frame.z, 1);
    expect(hit(mesh, [0.5, 0.1, 5], [0, 0, -1], -half, cut)?.grid).toBe(1);
    expect(hit(mesh, [3, 0, 5], [0, 0, -1], -half, half)).toBeNull();
    expect(hit(mesh, [0.5, 0.1, 5], [0, 0, 1], -half, half)).toBeNull();
  });
});

describe("what a ray means", () => {
  const grid = gridOf(5, 3, (x) => 1 + x);
  const mesh = meshOf([grid], frame, look);
  const { half } = frame.z;
  const down = (x: number, y: number) => {
    const found = hit(mesh, [x, y, 5], [0, 0, -1], -half, half);
    if (found === null) throw new Error("nothing is met");
    return found;
  };

  it("is the nearest point of the grid", () => {
    for (const [x, y, wanted] of [
      [0.1, 0.1, 7],
      [0.4, 0.2, 8],
      [-0.9, -0.8, 0],
      [0.9, 0.9, 14],
    ] as const)
      expect(nearestVertex(mesh, down(x * frame.x.half, y * frame.y.half), half)).toBe(wanted);
  });

  it("is a point that is not cut off, if there is one", () => {
    const cut = placeOn(frame.z, 1.9);
    const met = hit(mesh, [0.9 * frame.x.half, 0.1, 5], [0, 0, -1], -half, cut);
    if (met === null) throw new Error("nothing is met");
    expect(nearestVertex(mesh, met, cut) % 5).toBe(3);
  });

  it("is covered where a surface lies between it and the eye", () => {
    const on = down(0.1, 0.1).at[2];
    const seen = (eye: number, z: number) =>
      !isCovered([grid], frame, [0.1, 0.1, eye], [0.1, 0.1, z]);
    expect([seen(5, on - 0.3), seen(5, on), seen(5, on + 0.3)]).toEqual([false, true, true]);
    expect([seen(-5, on - 0.3), seen(-5, on), seen(-5, on + 0.3)]).toEqual([true, false, false]);
  });

  it("is not covered by what is cut off, nor by a hole", () => {
    const wall = gridOf(5, 3, (x) => (x > 0.4 ? 9 : 0));
    const covered = (one: typeof wall) =>
      isCovered([one], frame, [5 * frame.x.half, 0, 0.2], [-0.5 * frame.x.half, 0, 0]);
    expect(covered(gridOf(5, 3, (x) => (x > 0.4 ? 1.9 : 0)))).toBe(true);
    expect(covered(wall)).toBe(true);
    const values = wall.values.map((value) => (value > 1 ? NaN : value));
    expect(covered({ ...wall, values })).toBe(false);
  });
});

it("means the nearest place, of equal ones the last, and none out of reach", () => {
  const places = Float32Array.of(0, 0, 10, 0, 10, 0);
  expect(nearestPlace(places, 9, 0, 8)).toBe(2);
  expect(nearestPlace(places, 1, 0, 8)).toBe(0);
  expect(nearestPlace(places, 0, 20, 8)).toBe(-1);
});
