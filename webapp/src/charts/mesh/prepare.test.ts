import { describe, expect, it } from "vitest";
import {
  around,
  ballOf,
  boxOf,
  coarsenessOf,
  drawsPoints,
  flatFacesOf,
  edgesOf,
  normalsOf,
  prepared,
  reachOf,
  shuffled,
} from "./prepare";

/** A closed sphere of rings between two poles, faces counterclockwise from outside. */
function sphere(rings: number, sides: number, radius: number) {
  const vertices: number[] = [0, 0, radius];
  for (let r = 1; r < rings; r++)
    for (let s = 0; s < sides; s++) {
      const [polar, around] = [(Math.PI * r) / rings, (2 * Math.PI * s) / sides];
      const out = radius * Math.sin(polar);
      vertices.push(out * Math.cos(around), out * Math.sin(around), radius * Math.cos(polar));
    }
  vertices.push(0, 0, -radius);
  const at = (r: number, s: number): number =>
    r === 0 ? 0 : r === rings ? vertices.length / 3 - 1 : 1 + (r - 1) * sides + (s % sides);
  const faces: number[] = [];
  for (let r = 0; r < rings; r++)
    for (let s = 0; s < sides; s++) {
      if (r > 0) faces.push(at(r, s), at(r + 1, s), at(r, s + 1));
      if (r < rings - 1) faces.push(at(r, s + 1), at(r + 1, s), at(r + 1, s + 1));
    }
  return { vertices: Float32Array.from(vertices), faces: Uint32Array.from(faces) };
}

describe("normals", () => {
  it("of a sphere point away from its middle", () => {
    const { vertices, faces } = sphere(48, 96, 3);
    const normals = normalsOf(vertices, faces);
    let worst = 1;
    for (let i = 0; i < vertices.length; i += 3) {
      let along = 0;
      for (let axis = 0; axis < 3; axis++)
        along += ((normals[i + axis] ?? 0) * (vertices[i + axis] ?? 0)) / 3;
      worst = Math.min(worst, along);
    }
    expect(worst).toBeGreaterThan(0.999);
  });

  it("weigh faces by their area", () => {
    // Vertex 0 is of a face of area 1/2 that looks along z, and of one of area 2 that looks along x.
    const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2);
    const [x, y, z] = normalsOf(vertices, Uint32Array.of(0, 1, 2, 0, 3, 4));
    const length = Math.hypot(4, 1);
    expect([x, y, z].map((part) => part?.toFixed(5))).toEqual(
      [4 / length, 0, 1 / length].map((part) => part.toFixed(5)),
    );
  });

  it("are nothing where faces have no size", () => {
    const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    expect([...normalsOf(vertices, Uint32Array.of(0, 1, 2))]).toEqual(Array(9).fill(0));
  });
});

it("has each edge once, as Euler counts them", () => {
  const { vertices, faces } = sphere(9, 14, 1);
  const [v, f] = [vertices.length / 3, faces.length / 3];
  const edges = edgesOf(faces, v);
  expect(v - edges.length / 2 + f).toBe(2);
  const keys = new Set<string>();
  for (let i = 0; i < edges.length; i += 2) keys.add(`${edges[i]} ${edges[i + 1]}`);
  expect(keys.size).toBe(edges.length / 2);
});

describe("boxes", () => {
  it("leave out what is not finite", () => {
    const vertices = Float32Array.of(1, 2, 3, NaN, -9, 0, 4, -5, 6, 0, Infinity, 0);
    expect(boxOf(vertices)).toEqual({ low: [1, -5, 3], high: [4, 2, 6] });
    expect(boxOf(Float32Array.of(NaN, 0, 0))).toBeNull();
    expect(boxOf(new Float32Array())).toBeNull();
  });

  it("have a ball that is never empty", () => {
    expect(ballOf({ low: [0, 0, 0], high: [2, 4, 4] })).toEqual({ middle: [1, 2, 2], radius: 3 });
    expect(ballOf({ low: [0, 0, 0], high: [0, 0, 0] }).radius).toBe(1);
    const most = 3.4e38;
    expect(ballOf({ low: [-most, -most, -most], high: [most, most, most] }).radius).toBeCloseTo(
      most * Math.sqrt(3),
      -30,
    );
  });

  it("lie within the one around all", () => {
    const one = { low: [0, 0, 0], high: [1, 1, 1] } as const;
    const other = { low: [-1, 0.5, 0], high: [0, 3, 0.5] } as const;
    expect(around([one, null, other])).toEqual({ low: [-1, 0, 0], high: [1, 3, 1] });
    expect(around([null])).toBeNull();
  });

  it("are left behind by the ball that holds all", () => {
    const { vertices } = sphere(20, 20, 2);
    expect(reachOf(vertices, [0, 0, 0])).toBeCloseTo(2, 6);
    expect(reachOf(Float32Array.of(3, 4, 0, NaN, 99, 0), [0, 0, 0])).toBe(5);
  });
});

describe("places far from zero", () => {
  const far = 5e6;
  const corners = [-1, -0.9, 1].flatMap((x) => [far + x, -far, 0]);

  it("keep the digits of doubles", () => {
    const { positions } = prepared({ vertices: Float64Array.from(corners), faces: null });
    expect(positions[0]).toBe(-1);
    expect(positions[3]).toBeCloseTo(-0.9, 6);
    expect(reachOf(Float64Array.from(corners), [far, -far, 0])).toBe(1);
  });

  it("are reported where floats can't keep them apart", () => {
    const floats = Float32Array.from(corners);
    const box = boxOf(floats) ?? { low: [0, 0, 0], high: [0, 0, 0] };
    // Between 2^22 and 2^23 neighbors are 1/2 apart.
    expect(coarsenessOf(floats, box)).toBe(0.5);
    expect(coarsenessOf(Float64Array.from(corners), box)).toBe(0);
    const near = Float32Array.of(100, 0, 0, 101, 0, 0);
    expect(coarsenessOf(near, { low: [100, 0, 0], high: [101, 0, 0] })).toBe(0);
    expect(coarsenessOf(floats.subarray(0, 3), { low: [far, -far, 0], high: [far, -far, 0] })).toBe(
      0,
    );
  });

  it("have a ball even where squares go beyond a number", () => {
    const huge = Float64Array.of(1e300, 0, 0, -1e300, 0, 0, NaN, 0, 0);
    expect(reachOf(huge, [0, 0, 0])).toBe(1e300);
    expect([...prepared({ vertices: huge, faces: null }).positions.slice(0, 6)]).toEqual([
      1, 0, 0, -1, 0, 0,
    ]);
  });
});

describe("prepared", () => {
  it("keeps the digits of what is far from zero", () => {
    const vertices = Float32Array.of(1e6, 0, 0, 1e6 + 0.5, 0, 0, 1e6 + 1, 0, 0);
    const { positions, middle, radius } = prepared({ vertices, faces: null });
    expect([middle[0], radius]).toEqual([1e6 + 0.5, 0.5]);
    expect([positions[0], positions[3], positions[6]]).toEqual([-1, 0, 1]);
  });

  it("leaves out vertices that are not finite, and their faces", () => {
    const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 1, 1);
    const faces = Uint32Array.of(0, 1, 2, 1, 2, 3);
    const found = prepared({ vertices, faces });
    expect(found.finite).toEqual(Uint32Array.of(0, 1, 2));
    expect([...found.faces]).toEqual([0, 1, 2]);
    expect(found.leftOut).toBe(1);
    expect(found.positions.every(Number.isFinite)).toBe(true);
  });
});

describe("faces without an area", () => {
  const vertices = Float32Array.of(0.1, 0.2, 0.3, 0.2, 0.4, 0.6, 0.3, 0.6, 0.9, 1, 0, 0);

  it("are those on one line or at one place", () => {
    const faces = Uint32Array.of(0, 1, 2, 1, 1, 1, 0, 0, 3, 0, 1, 3);
    expect(flatFacesOf(prepared({ vertices, faces }))).toBe(3);
    const far = Float64Array.from(vertices, (value) => value + 5e6);
    expect(flatFacesOf(prepared({ vertices: far, faces }))).toBe(3);
    const { vertices: round, faces: around } = sphere(200, 200, 1);
    expect(flatFacesOf(prepared({ vertices: round, faces: around }))).toBe(0);
  });

  it("give way to points, where there is no other face", () => {
    const shape = (...faces: number[]) => ({ vertices, faces: Uint32Array.from(faces) });
    expect(drawsPoints(shape(0, 1, 2, 3, 3, 3), "smooth")).toBe(true);
    expect(drawsPoints(shape(), "flat")).toBe(true);
    expect(drawsPoints(shape(0, 1, 2, 0, 1, 3), "flat")).toBe(false);
    expect(drawsPoints(shape(0, 1, 3), "points")).toBe(true);
    expect(drawsPoints({ vertices, faces: null }, "flat")).toBe(true);
  });
});

it("shuffles all there is, the same each time", () => {
  const order = Uint32Array.from({ length: 5000 }, (_, i) => i);
  const mixed = shuffled(order);
  expect(mixed).toEqual(shuffled(order));
  expect([...mixed].sort((a, b) => a - b)).toEqual([...order]);
  // The first half is a fair sample of the whole.
  const mean = mixed.subarray(0, 2500).reduce((sum, each) => sum + each, 0) / 2500;
  expect(Math.abs(mean - 2500)).toBeLessThan(100);
});
