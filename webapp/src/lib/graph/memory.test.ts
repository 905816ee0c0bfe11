import { expect, it } from "vitest";
import { memoryOf } from "./memory";
import { TestGraph } from "./testing";

/** Shapes of so many times 1 KiB. */
const kilobytes = (count: number) => [count, 256];
const inKilobytes = (live: Float64Array) => Array.from(live, (bytes) => bytes / 1024);

// The same graphs as in tests/kinds/test_graph_memory.py, with the same numbers.

it("lets results live to the last operation that takes them or a view of them", () => {
  const net = new TestGraph();
  net.parameter("weight", [256]);
  const given = net.node("input", [], { shape: kilobytes(1) });
  const wide = net.node("aten.mm.default", [given], { shape: kilobytes(4) });
  const turned = net.node("aten.t.default", [wide], { shape: kilobytes(4) });
  const small = net.node("aten.sum.default", [given], { shape: kilobytes(1) });
  net.node("aten.mul_.Tensor", [turned, small], { shape: kilobytes(4) });
  const least = net.node("aten.neg.default", [small], { shape: kilobytes(1) });
  net.node("output", [least], { shape: kilobytes(1) });
  const { live, peak, held } = memoryOf(net.build());
  expect(inKilobytes(live)).toEqual([1, 5, 5, 6, 6, 3, 2]);
  expect([peak, held]).toEqual([3, 1024]);
});

it("keeps gradients until the end", () => {
  const net = new TestGraph();
  const given = net.node("input", [], { shape: kilobytes(1) });
  const gradient = net.node("a_backward", [given], { shape: kilobytes(2), phase: 1 });
  net.node("aten.neg.default", [gradient], { shape: kilobytes(1), phase: 1 });
  net.node("aten.exp.default", [given], { shape: kilobytes(1), phase: 1 });
  expect(inKilobytes(memoryOf(net.build()).live)).toEqual([1, 3, 4, 3]);
});

it("needs nothing for views of parameters and what is changed in place", () => {
  const net = new TestGraph();
  const turned = net.node("aten.t.default", [], { shape: kilobytes(9) });
  net.node("aten.sum.default", [turned], { shape: kilobytes(1) });
  const changed = net.node("aten.add_.Tensor", [turned], {
    shape: kilobytes(5),
    attributes: { tensors: { self: "parameter 0", other: "input 0" } },
  });
  net.node("aten.sum.default", [changed], { shape: kilobytes(1) });
  expect(inKilobytes(memoryOf(net.build()).live)).toEqual([0, 1, 0, 1]);
});

it("is none where there is nothing", () => {
  const { live, peak } = memoryOf(new TestGraph().build());
  expect([live.length, peak]).toEqual([0, -1]);
});
