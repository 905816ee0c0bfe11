import { expect, it } from "vitest";
import type { Graph } from "./graph";
import { sizeOf, titleWidth } from "./labels";
import { Orders } from "./layout";
import { Outline } from "./outline";
import { sceneOf, type Wire } from "./scene";
import { transformer } from "./testing";

/** The same operations without scopes. */
function flattened(graph: Graph): Graph {
  const { nodes, scopes } = graph;
  const { depth, name, type, kind, structure, parent } = scopes;
  const one = {
    count: 1,
    depth: depth.slice(0, 1),
    name: name.slice(0, 1),
    type: type.slice(0, 1),
    kind: kind.slice(0, 1),
    structure: structure.slice(0, 1),
    parent: parent.slice(0, 1),
    end: Uint32Array.of(1),
  };
  return { ...graph, nodes: { ...nodes, scope: new Uint32Array(nodes.count) }, scopes: one };
}

type Part = readonly [x0: number, y0: number, x1: number, y1: number];

function partsOf({ points }: Wire): readonly Part[] {
  return Array.from({ length: points.length / 2 - 1 }, (_, i) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(2 * i, 2 * i + 4);
    return [x0, y0, x1, y1];
  });
}

function cross(one: Part, other: Part): boolean {
  const side = ([x0, y0, x1, y1]: Part, x: number, y: number): number =>
    (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  const apart = (line: Part, [x0, y0, x1, y1]: Part): boolean =>
    side(line, x0, y0) * side(line, x1, y1) < 0;
  return apart(one, other) && apart(other, one);
}

it.each([3, 12])("no edges of a transformer of %d heads cross", (heads) => {
  const outline = new Outline(flattened(transformer(5, heads)), {
    phases: [true, true, true, true],
    views: true,
  });
  const { wires } = sceneOf({
    outline,
    orders: new Orders(outline),
    opening: { isOpen: () => false, isFolding: true, isUnfolded: () => false },
    direction: "down",
    sizeOf: (box, times) => sizeOf(outline, box, times),
    titleWidth: (box, times) => titleWidth(outline, box, times),
  });
  const found = wires.flatMap((one, i) =>
    wires.slice(i + 1).filter((other) => {
      const ends = [one.from, one.to];
      if (ends.includes(other.from) || ends.includes(other.to)) return false;
      return partsOf(one).some((part) => partsOf(other).some((its) => cross(part, its)));
    }),
  );
  expect(wires.length).toBeGreaterThan(90);
  expect(found).toEqual([]);
});
