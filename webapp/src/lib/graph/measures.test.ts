import { describe, expect, it } from "vitest";
import { differenceOf } from "./difference";
import { measuresOf, memoryOfSides, NEWER, OLDER, sidesOf } from "./measures";
import { Names } from "./names";
import { TestGraph } from "./testing";
import { unionOf } from "./union";

const all = [true, true, true, true];

/** A convolution with so many FLOPs, and behind it whatever else there is. */
function network(flops: number, more: "drop" | "norm" | null = null) {
  const net = new TestGraph();
  let x = net.node("input");
  x = net.scope("conv", "Conv2d", () => {
    net.parameter("conv.weight", [flops]);
    return net.node("conv2d", [x], { flops, shape: [flops] });
  });
  if (more !== null) x = net.scope(more, more, () => net.node(more, [x], { flops: 7, shape: [2] }));
  net.node("output", [x]);
  return net.build();
}

describe("two graphs that are drawn as one", () => {
  const [newer, older] = [network(30, "norm"), network(20, "drop")];
  const union = unionOf(newer, older, differenceOf(newer, older, all));
  const sides = sidesOf(union, newer, older, all);
  const scope = (name: string) => new Names(union.graph).scopeAt(name);

  it("have numbers of their own", () => {
    const flops = ({ totals }: typeof sides.now, name: string) => totals.flops[scope(name)];
    expect(["", "conv", "norm", "drop"].map((name) => flops(sides.now, name))).toEqual([
      37, 30, 7, 7,
    ]);
    expect(["", "conv", "norm", "drop"].map((name) => flops(sides.before, name))).toEqual([
      27, 20, 0, 7,
    ]);
    expect(sides.now.totals.parameters[0]).toBe(30);
    expect(sides.before.totals.parameters[0]).toBe(20);
  });

  it("say which of them has what", () => {
    expect(["", "conv", "norm", "drop"].map((name) => sides.scopes[scope(name)])).toEqual([
      NEWER + OLDER,
      NEWER + OLDER,
      NEWER,
      OLDER,
    ]);
  });

  it("count operations, not what goes in and comes out", () => {
    const sum = (column: Uint8Array) => column.reduce((one, other) => one + other, 0);
    expect(union.graph.nodes.count).toBe(5);
    expect([sum(sides.now.isOperation), sum(sides.before.isOperation)]).toEqual([2, 2]);
    expect(sum(measuresOf(newer, all).isOperation)).toBe(2);
  });

  it("peak where the newer one does", () => {
    const memory = memoryOfSides(union, newer, older);
    expect(memory.held).toBe(4 * 30);
    expect(new Names(union.graph).nodeName(memory.peak)).toBe("norm");
  });
});
