import { describe, expect, it } from "vitest";
import { Names } from "./names";
import { search } from "./search";
import { TestGraph } from "./testing";

const net = new TestGraph();
net.node("input", [], { name: "image", shape: [1, 3, 8, 8] });
net.scope("layer1", "Sequential", () => {
  net.scope("conv", "Conv2d", () =>
    net.node("aten.convolution.default", [0], {
      shape: [1, 16, 4, 4],
      attributes: { stride: [2, 2], note: "first" },
      file: "model.py",
    }),
  );
  net.node("aten.relu.default", [1], { shape: [1, 16, 4, 4], file: "layers.py" });
});
const graph = net.build();
const names = new Names(graph);
const found = (query: string) => {
  const { nodes, scopes, error } = search(graph, (scope) => names.pathOf(scope), query);
  return { nodes: Array.from(nodes), scopes: Array.from(scopes), error };
};

describe("search", () => {
  it.each([
    ["relu", [2], []],
    ["CONV", [1], [2]],
    ["/^conv/", [1], [2]],
    ["type:conv", [1], [2]],
    ["name:image", [0], []],
    ["shape:1x16x4x4", [1, 2], []],
    ["shape:16 type:relu", [2], []],
    ["attr:stride=[2,2]", [1], []],
    ["file:layers.py", [2], []],
    ["in:layer1", [1, 2], [1, 2]],
    ["in:layer1 type:relu", [2], []],
    ["nothing", [], []],
    ["", [], []],
  ])("%s", (query, nodes, scopes) => {
    expect(found(query)).toEqual({ nodes, scopes, error: null });
  });

  it("says why an expression is none", () => {
    expect(found("type:/(/").error).toMatch(/expression/i);
    expect(found("type:/(/").nodes).toEqual([]);
  });
});
