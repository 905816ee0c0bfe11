import { expect, it } from "vitest";
import { Outline } from "./outline";
import { edgeShape } from "./shapes";
import { TestGraph } from "./testing";

it("shows what flows between calls, whatever views there are within them", () => {
  const net = new TestGraph();
  const given = net.node("input", [], { shape: [2, 32, 64] });
  net.scope("qkv", "Linear", () =>
    net.call("linear", () => {
      const rows = net.node("aten.view.default", [given], { shape: [64, 64] });
      const product = net.node("aten.addmm.default", [rows], { shape: [64, 192] });
      net.node("aten.view.default", [product], { shape: [2, 32, 192] });
    }),
  );
  net.node("aten.relu.default", [3], { shape: [2, 32, 192] });
  const graph = net.build();
  const outline = new Outline(graph, { phases: [true, false, false, false], views: false });
  const into = (node: number): number => graph.nodes.inputs[node] as number;
  const seen = (node: number) => edgeShape(graph, outline.edgeOut(into(node)))?.sizes;
  expect(seen(2)).toEqual([2, 32, 64]);
  expect(seen(4)).toEqual([2, 32, 192]);
});
