import { expect, it } from "vitest";
import { boxKey, openedAtFirst } from "./opening";
import { Outline } from "./outline";
import { TestGraph } from "./testing";

/** A module that calls one function of several operations; gives the last of them. */
function dropout(net: TestGraph, from: number): number {
  return net.scope("drop", "Dropout", () =>
    net.call("dropout", () => net.node("b", [net.node("a", [from])])),
  );
}

function opened(net: TestGraph): readonly string[] {
  const outline = new Outline(net.build(), { phases: [true, false, false, false], views: false });
  return [...openedAtFirst(outline, true)].map((box) => boxKey(outline, box));
}

it("leaves modules of one call closed, unless there is nothing else", () => {
  const net = new TestGraph();
  const input = net.node("input");
  net.scope("block", "Block", () => net.node("add", [dropout(net, input), input]));
  net.node("output", [3]);
  expect(opened(net)).toEqual(["block"]);

  const alone = new TestGraph();
  alone.scope("drop", "Dropout", () =>
    alone.call("dropout", () => alone.node("b", [alone.node("a")])),
  );
  expect(opened(alone)).toEqual(["drop"]);
});
