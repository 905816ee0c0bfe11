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

it("opens stages, and leaves modules without modules closed", () => {
  const net = new TestGraph();
  const norm = (name: string, from: number): number =>
    net.scope(name, "BatchNorm2d", () => {
      net.node("add_");
      return net.node("batch_norm", [from]);
    });
  let at = norm("bn1", net.node("input"));
  for (const stage of ["layer1", "layer2"])
    at = net.scope(stage, "Sequential", () =>
      net.scope("0", "Block", () => net.node("add", [norm("bn1", at), at])),
    );
  net.node("output", [at]);
  expect(opened(net)).toEqual(["layer1", "layer2", "layer1.0", "layer2.0"]);
});

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

it("shows no constants of TorchScript, and no boxes for them", () => {
  const net = new TestGraph();
  net.scope("net", "Net", () => {
    const size = net.node("prim::ListConstruct", [
      net.node("prim::Constant"),
      net.node("prim::Constant"),
    ]);
    net.scope("fc", "Linear", () => {
      net.scope("weight", "", () => net.node("prim::GetAttr"));
      net.node("aten::linear", [net.node("prim::GetAttr"), size]);
    });
    net.node("aten::relu", [5]);
  });
  const outline = new Outline(net.build(), { phases: [true, false, false, false], views: false });
  expect(outline.amountIn(outline.root)).toBe(4);
  expect(opened(net)).toEqual(["net"]);
});
