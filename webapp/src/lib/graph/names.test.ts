import { describe, expect, it } from "vitest";
import { baseType, FUNCTION, shortType } from "./graph";
import { Names } from "./names";
import { TestGraph } from "./testing";

describe("short types", () => {
  it("leave out the library and the usual variant", () => {
    expect(shortType("aten.addmm.default")).toBe("addmm");
    expect(shortType("aten.add.Tensor")).toBe("add");
    expect(shortType("aten.add.Scalar")).toBe("add.Scalar");
    expect(shortType("ai.onnx.Conv")).toBe("onnx.Conv");
    expect(shortType("torch.nn.modules.Linear")).toBe("Linear");
    expect(shortType("RandomCrop")).toBe("RandomCrop");
    expect(shortType("")).toBe("");
    expect(baseType("aten.transpose.int")).toBe("transpose");
  });
});

describe("keys", () => {
  const net = new TestGraph();
  net.node("input");
  net.scope("layer.1", "Sequential", () => {
    net.scope("0", "Block", () => {
      net.node("aten.add.Tensor");
      net.node("aten.add.Tensor");
      net.call("linear", () => net.node("aten.mm.default"));
      net.call("linear", () => net.node("aten.mm.default", [], { name: "a!b" }));
    });
  });
  net.scope("layer", "Other", () => net.scope("1", "Other", () => net.node("aten.mul.Tensor")));
  const graph = net.build();
  const names = new Names(graph);

  it("are paths, and lead back", () => {
    expect(names.scopeKey(2)).toBe("layer.1.0");
    expect(names.scopeKey(4)).toBe("layer.1.0/linear~2");
    expect(names.nodeKey(2)).toBe("layer.1.0!add#2");
    for (let s = 1; s < graph.scopes.count; s++) {
      if (graph.scopes.kind[s] === FUNCTION || s < 5)
        expect(names.scopeAt(names.scopeKey(s))).toBe(s);
    }
    for (let i = 0; i < graph.nodes.count - 1; i++) expect(names.nodeAt(names.nodeKey(i))).toBe(i);
  });

  it("that are of nothing lead nowhere", () => {
    expect(names.scopeAt("layer.7")).toBe(-1);
    expect(names.nodeAt("layer.1.0!mul")).toBe(-1);
    expect(names.nodeAt("layer.1.0!add#3")).toBe(-1);
  });

  it("titles of numbered scopes say what they are in", () => {
    expect(names.scopeTitle(2)).toBe("layer.1.0");
    expect(names.pathOf(3)).toBe("layer.1.0");
  });
});
