import { expect, it } from "vitest";
import type { Triple } from "../space/direction";
import { edgesOfBox, inside, labelsOf, nearCorner } from "./axes";

const box = { low: [0, 0, 0], high: [1, 2, 3] } as const;

it("has twelve edges, each along one axis", () => {
  const edges = edgesOfBox(box);
  const lengths = edges.map(([from, to]) =>
    from.map((part, axis) => Math.abs(part - (to[axis] ?? 0))),
  );
  expect(new Set(edges.map((edge) => edge.join(" | "))).size).toBe(12);
  for (const [axis, size] of [1, 2, 3].entries())
    expect(
      lengths.filter((each) => each[axis] === size && each.filter(Boolean).length === 1).length,
    ).toBe(4);
});

it("knows which corner is before all others", () => {
  expect(nearCorner(box, [1, -1, 1])).toEqual([1, 0, 3]);
});

/** Looking along the diagonal, without a perspective. */
const project = ([x, y, z]: Triple) => ({ x: 200 + 60 * (x - y), y: 200 + 30 * (x + y) - 60 * z });

it("writes numbers and a name for each axis, outside of the box", () => {
  const labels = labelsOf(box, "z", [1, 1, 1], project);
  expect(labels.filter(({ isTitle }) => isTitle).map(({ text }) => text)).toEqual(["x", "y", "z"]);
  const numbers = labels.filter(({ isTitle }) => !isTitle);
  expect(new Set(numbers.map(({ text }) => Number(text)))).toEqual(
    new Set([0, 0.5, 1, 1.5, 2, 2.5, 3]),
  );
  // The numbers of z stand to the left of its leftmost post.
  const post = Math.min(project([1, 0, 0]).x, project([0, 2, 0]).x);
  const upright = labels.find(({ text }) => text === "z");
  expect(upright?.x).toBeLessThan(post);
});

it("keeps long numbers away from the box and from the name of their axis", () => {
  const far = { low: [0, 0, 4_999_999], high: [1, 2, 5_000_002] } as const;
  const moved = ([x, y, z]: Triple) => project([x, y, z - far.low[2]]);
  const labels = labelsOf(far, "z", [1, 1, 1], moved);
  const post = Math.min(moved([1, 0, far.low[2]]).x, moved([0, 2, far.low[2]]).x);
  const numbers = labels.filter(({ text }) => text.length > 6);
  expect(numbers.length).toBeGreaterThan(1);
  const title = labels.find(({ text }) => text === "z");
  for (const { x, text } of numbers) {
    const half = 3 * text.length;
    expect(x + half).toBeLessThan(post);
    expect(x - half).toBeGreaterThan((title?.x ?? NaN) + 3);
  }
});

it("writes as many numbers as do not cover each other", () => {
  const at = (scale: number): string[] => {
    const flat = ([x, y, z]: Triple) => ({ x: scale * x, y: 200 - 20 * y + scale * z });
    const long = { low: [0, 0, 0], high: [1, 1, 0.01] } as const;
    const labels = labelsOf(long, "y", [0, 1, 0.1], flat).filter(({ isTitle }) => !isTitle);
    const along = labels.filter(({ y }) => y > 200).sort((a, b) => a.x - b.x);
    along.slice(1).forEach(({ x, text }, i) => {
      const before = along[i] ?? { x: NaN, text: "" };
      expect(x - before.x).toBeGreaterThan(3 * (text.length + before.text.length));
    });
    return along.map(({ text }) => text);
  };
  expect(at(80)).toEqual(["0", "0.5", "1.0"]);
  expect(at(40)).toEqual(["0", "1"]);
  expect(at(400).length).toBeGreaterThan(5);
});

it("keeps labels inside of the picture", () => {
  const at = (x: number, y: number, text: string) => ({ x, y, text, isTitle: false });
  const [one, two, three] = inside([at(-3, 10, "y"), at(99, 300, "1000"), at(50, 20, "0")], {
    width: 100,
    height: 200,
  });
  expect(one?.x).toBeGreaterThan(3);
  expect(two?.x).toBeLessThan(88);
  expect(two?.y).toBeLessThan(195);
  expect(three).toEqual(at(50, 20, "0"));
});

it("writes nothing along an edge that points at the eye", () => {
  const along = ([x, y]: Triple) => ({ x: 100 * x, y: 100 * y });
  const labels = labelsOf(box, "y", [0, 0, 1], along);
  expect(labels.filter(({ isTitle, text }) => isTitle && text === "z").length).toBe(1);
  expect(labels.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
