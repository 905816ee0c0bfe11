import { describe, expect, it } from "vitest";
import { totalsOf } from "./totals";
import { TestGraph } from "./testing";

describe("totals", () => {
  it("count a shared tensor once in each scope around any of its owners", () => {
    const net = new TestGraph();
    net.scope("model", "M", () => {
      const one = net.scope("wte", "Embedding", () => {
        net.node("a");
        return net.parameter("wte.weight", [10, 4]);
      });
      net.scope("inner", "I", () =>
        net.scope("tied", "T", () => net.parameter("tied.weight", [10, 4], one)),
      );
    });
    net.scope("head", "Linear", () => {
      net.parameter("head.weight", [10, 4], 0);
      net.parameter("head.mean", [4], -1, 1);
    });
    const { parameters, buffers, parameterBytes } = totalsOf(net.build());
    expect(Array.from(parameters)).toEqual([40, 40, 40, 40, 40, 40]);
    expect(Array.from(buffers)).toEqual([4, 0, 0, 0, 0, 4]);
    expect(parameterBytes[0]).toBe(176);
  });

  it("sum over what is within", () => {
    const net = new TestGraph();
    net.node("a", [], { flops: 5, shape: [2] });
    net.scope("s", "S", () => net.node("b", [0], { flops: 7, shape: [3] }));
    net.node("c", [1]);
    const { flops, bytes, unknownFlops, nodes } = totalsOf(net.build());
    expect([Array.from(flops), Array.from(bytes)]).toEqual([
      [12, 7],
      [24, 12],
    ]);
    expect([unknownFlops[0], nodes[0]]).toEqual([1, 3]);
    const none = totalsOf(net.build(), [false, true, true, true]);
    expect([none.flops[0], none.nodes[0], none.bytes[0]]).toEqual([0, 0, 0]);
  });
});
