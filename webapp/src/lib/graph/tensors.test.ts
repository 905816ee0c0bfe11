import { describe, expect, it } from "vitest";
import { Outline } from "./outline";
import { repeats } from "./frame";
import { withTensors } from "./tensors";
import { TENSOR } from "./graph";
import { convolutional, TestGraph } from "./testing";
import { totalsOf } from "./totals";

function weights() {
  const net = new TestGraph();
  net.parameter("scale", [3]);
  for (const [i, width] of [4, 4, 8].entries()) {
    net.scope(`block${i}`, "", () => {
      net.parameter(`block${i}.weight`, [width, 2]);
      net.parameter(`block${i}.bias`, [width]);
    });
  }
  return withTensors(net.build());
}

describe("a file of weights", () => {
  const graph = weights();
  const outline = new Outline(graph, { phases: [true, true, true, true], views: true });

  it("has its tensors in their scopes", () => {
    const { names } = outline;
    const keys = Array.from({ length: graph.nodes.count }, (_, i) => names.nodeKey(i));
    expect(keys).toEqual([
      "!scale",
      "block0!weight",
      "block0!bias",
      "block1!weight",
      "block1!bias",
      "block2!weight",
      "block2!bias",
    ]);
    expect(names.typeOf(0)).toBe(TENSOR);
    expect(totalsOf(graph).parameters[names.scopeAt("block0")]).toBe(12);
  });

  it("repeats only blocks whose tensors are of equal shapes", () => {
    const children = outline.childrenOf(outline.root);
    const first = Array.from(children).indexOf(outline.boxOf(outline.names.scopeAt("block0"), 0));
    expect(repeats(outline, children, first)).toBe(2);
  });

  it("is nothing else for a graph that has operations", () => {
    const net = convolutional();
    expect(withTensors(net)).toBe(net);
  });
});
