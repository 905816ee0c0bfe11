import { describe, expect, it } from "vitest";
import { between, reached } from "./reach";
import { TestGraph } from "./testing";

/** 48 blocks with a way around each: 2^48 ways from the first to the last. */
function residual() {
  const net = new TestGraph();
  let x = net.node("input");
  for (let i = 0; i < 48; i++) x = net.node("add", [x, net.node("mul", [x])]);
  net.node("side", [1]);
  return net.build();
}

describe("ways through a graph", () => {
  it("up and down go so many edges at most", () => {
    const graph = residual();
    expect(Array.from(reached(graph, [2], "up"))).toEqual([1, 1, 0, ...Array<number>(95).fill(-1)]);
    expect(Array.from(reached(graph, [0], "down", 1)).filter((each) => each >= 0)).toEqual([
      0, 1, 1,
    ]);
  });

  it("pass through what is not shown without a step", () => {
    const net = new TestGraph();
    const x = net.node("input");
    const hidden = net.node("view", [net.node("view", [x])]);
    net.node("b", [net.node("a", [hidden])]);
    const shown = Uint8Array.from([1, 0, 0, 1, 1]);
    const distance = reached(net.build(), [x], "down", 1, shown);
    expect(Array.from(distance)).toEqual([0, 0, 0, 1, -1]);
  });

  it("between two nodes leave out what lies on none", () => {
    const on = between(residual(), [0], [96]);
    expect(on[97]).toBe(0);
    expect(on.slice(0, 97).every((each) => each === 1)).toBe(true);
  });

  it("are none where none is", () => {
    expect(between(residual(), [96], [0]).every((each) => each === 0)).toBe(true);
  });

  it("end in loops, too", () => {
    const net = new TestGraph();
    net.node("a", [2]);
    net.node("b", [0]);
    net.node("c", [1]);
    expect(Array.from(reached(net.build(), [0], "down"))).toEqual([0, 1, 2]);
  });
});
