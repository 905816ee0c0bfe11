import { describe, expect, it } from "vitest";
import { aligned } from "./align";
import { countsOf, differenceOf, type Difference } from "./difference";
import { Names } from "./names";
import { TestGraph, transformer } from "./testing";
import { unionOf } from "./union";

function network(change: { stride?: number; act?: string; hasDropout?: boolean; blocks?: number }) {
  const { stride = 1, act = "relu", hasDropout = false, blocks = 2 } = change;
  const net = new TestGraph();
  let x = net.node("input");
  for (let i = 0; i < blocks; i++) {
    x = net.scope(`block${i}`, "Block", () => {
      const conv = net.scope("conv", "Conv2d", () => {
        net.parameter(`block${i}.conv.weight`, [8, 8]);
        return net.node("conv2d", [x], { attributes: { stride } });
      });
      return net.scope("act", act, () => net.node(act, [conv]));
    });
  }
  if (hasDropout) x = net.scope("drop", "Dropout", () => net.node("dropout", [x]));
  net.node("output", [x]);
  return net.build();
}

const counts = (difference: Difference) => Object.values(countsOf(difference));

describe("aligned", () => {
  it("pairs a longest common subsequence", () => {
    expect(Array.from(aligned([..."abcxd"], [..."abyycd"]))).toEqual([0, 1, 4, -1, 5]);
    expect(Array.from(aligned([], ["a"]))).toEqual([]);
  });
});

describe("the difference of two graphs", () => {
  it("is nothing where they are equal", () => {
    const difference = differenceOf(transformer(3), transformer(3));
    expect(difference.changes).toEqual([]);
    expect(difference.nodes.every((other, i) => other === i)).toBe(true);
  });

  it("lists a module that was added as one", () => {
    const difference = differenceOf(network({ hasDropout: true }), network({}));
    expect(counts(difference)).toEqual([1, 0, 0]);
    expect(difference.changes[0]).toMatchObject({ change: "added", isScope: true });
  });

  it("leaves out what is of phases that are not shown", () => {
    const trained = (hasOptimizer: boolean) => {
      const net = new TestGraph();
      const x = net.scope("fc", "Linear", () => net.node("addmm", [net.node("input")]));
      if (hasOptimizer) net.scope("optimizer", "SGD", () => net.node("add_", [x], { phase: 2 }));
      return net.build();
    };
    const of = (...phases: boolean[]) =>
      counts(differenceOf(trained(true), trained(false), phases));
    expect(of(true, true, false, true)).toEqual([0, 0, 0]);
    expect(of(true, true, true, true)).toEqual([1, 0, 0]);
  });

  it("lists a module that was removed as one", () => {
    const difference = differenceOf(network({}), network({ blocks: 3 }));
    expect(counts(difference)).toEqual([0, 1, 0]);
    expect(difference.changes[0]).toMatchObject({ change: "removed", isScope: true, place: 7 });
  });

  it("lists changed attributes with what they were", () => {
    const difference = differenceOf(network({ stride: 2 }), network({}));
    expect(counts(difference)).toEqual([0, 0, 2]);
    expect(difference.changes[0]).toMatchObject({
      parts: ["attributes"],
      before: "stride=1",
      after: "stride=2",
    });
  });

  it("lists another operation in the place of one as changed", () => {
    const difference = differenceOf(network({ act: "gelu", blocks: 1 }), network({ blocks: 1 }));
    expect(
      difference.changes.map(({ change, isScope, parts }) => [change, isScope, parts]),
    ).toEqual([
      ["changed", true, ["type"]],
      ["changed", false, ["type"]],
    ]);
  });
});

describe("the union of two graphs", () => {
  it("has what was removed where it was", () => {
    const [newer, older] = [network({}), network({ hasDropout: true })];
    const { graph, origins } = unionOf(newer, older, differenceOf(newer, older));
    const names = new Names(graph);
    const keys = Array.from({ length: graph.nodes.count }, (_, i) => names.nodeKey(i));
    expect(keys.at(-2)).toBe("drop!dropout");
    expect(origins.at(-2)).toBe("removed");
    expect(origins.filter((origin) => origin === "same")).toHaveLength(6);
    const from = (to: number) =>
      Array.from(graph.edges.from.subarray(graph.nodes.inputs[to], graph.nodes.inputs[to + 1]));
    // From the last block, as it is now, and from what was before.
    expect(from(graph.nodes.count - 1)).toEqual([4, 5]);
    expect(from(graph.nodes.count - 2)).toEqual([4]);
  });

  it("keeps equal blocks together, and changed ones apart", () => {
    const [newer, older] = [transformer(4), transformer(6)];
    const { graph } = unionOf(newer, older, differenceOf(newer, older));
    const names = new Names(graph);
    const blocks = [...names.scopesIn(names.scopeAt("h"))];
    const structures = blocks.map((scope) => graph.scopes.structure[scope]);
    expect(blocks).toHaveLength(6);
    expect(new Set(structures.slice(0, 4)).size).toBe(1);
    expect(new Set(structures.slice(4)).size).toBe(1);
    expect(structures[0]).not.toBe(structures[4]);
  });
});
