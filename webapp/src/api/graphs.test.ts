import { describe, expect, it } from "vitest";
import { arraysIn } from "./arrays";
import { DecodeError } from "./decode";
import { graphOf } from "./graphs";

const column = (...values: number[]) => ({
  dtype: "|u1",
  shape: [values.length],
  data: Uint8Array.from(values),
});
const wide = (...values: number[]) => ({
  dtype: "<f8",
  shape: [values.length],
  data: new Uint8Array(Float64Array.from(values).buffer),
});

/** An image, a convolution of it in `conv1`, and a sum of the convolution with itself. */
function payload() {
  return {
    version: 1,
    flavor: "model",
    source: "test",
    about: { class: "Net" },
    strings: ["", "Net", "conv1", "Conv2d", "input", "aten.convolution.default", "aten.add.Tensor"],
    shapes: [
      ["float32", [1, 3, 8, 8]],
      ["float32", ["batch", 4]],
      ["int64", null],
    ] as unknown[],
    attributes: [{}, { stride: [2, 2] }],
    places: [
      ["", 0],
      ["model.py", 7],
    ],
    nodes: {
      type: column(4, 5, 6),
      name: column(0, 0, 0),
      scope: column(0, 1, 0),
      phase: column(0, 0, 0),
      flops: { values: wide(12, NaN), index: column(1, 0, 1) },
      attributes: column(0, 1, 0),
      place: column(0, 1, 0),
      inputs: column(0, 1, 2),
      outputs: column(1, 1, 1),
    } as Record<string, unknown>,
    edges: { node: column(0, 1, 1), output: column(0, 0, 0), kind: column(0, 0, 1) },
    outputs: column(0, 1, 2) as unknown,
    scopes: {
      depth: column(0, 1),
      name: column(1, 2),
      type: column(1, 3),
      kind: column(0, 0),
      structure: column(0, 1),
    } as Record<string, unknown>,
    parameters: {
      name: column(),
      shape: column(),
      role: column(),
      trained: column(),
      scope: column(),
      shared_with: column(),
      uses: column(),
    },
    uses: column(),
    notes: [{ text: "note", level: "warning", node: 1, scope: null }] as unknown[],
  };
}

const decoded = (given: unknown) => graphOf(arraysIn(given, "payload"));

describe("graphOf", () => {
  it("reads columns as they are written", () => {
    const graph = decoded(payload());
    expect(Array.from(graph.nodes.flops)).toEqual([NaN, 12, NaN]);
    expect(Array.from(graph.nodes.inputs)).toEqual([0, 0, 1, 3]);
    expect(Array.from(graph.edges.to)).toEqual([1, 2, 2]);
    expect(Array.from(graph.edges.kind)).toEqual([0, 0, 1]);
    expect(Array.from(graph.scopes.parent)).toEqual([-1, 0]);
    expect(Array.from(graph.scopes.end)).toEqual([2, 2]);
    expect(graph.nodes.seconds).toBeNull();
    expect(graph.shapes[1]).toEqual({ dtype: "float32", sizes: ["batch", 4] });
    expect(graph.places[1]).toEqual({ file: "model.py", line: 7 });
    expect(graph.notes).toEqual([{ text: "note", level: "warning", node: 1, scope: null }]);
  });

  const broken: readonly (readonly [string, (given: ReturnType<typeof payload>) => void])[] = [
    ["another version", (given) => (given.version = 2)],
    ["a type that is no text", (given) => (given.nodes.type = column(4, 5, 99))],
    ["a scope that is not there", (given) => (given.nodes.scope = column(0, 2, 0))],
    ["columns of other lengths", (given) => (given.nodes.phase = column(0, 0))],
    ["an edge from nowhere", (given) => (given.edges.node = column(0, 1, 9))],
    ["fewer edges than are taken", (given) => (given.nodes.inputs = column(0, 1, 1))],
    ["more edges than there are", (given) => (given.nodes.inputs = column(0, 1, 200))],
    ["outputs that are not there", (given) => (given.outputs = column(0, 1))],
    ["a depth that skips one", (given) => (given.scopes.depth = column(0, 2))],
    ["two wholes", (given) => (given.scopes.depth = column(0, 0))],
    ["no scope at all", (given) => (given.scopes.depth = column())],
    [
      "an index that points nowhere",
      (given) => (given.nodes.flops = { values: wide(1), index: column(0, 0, 5) }),
    ],
    ["text in place of a column", (given) => (given.nodes.type = "abc")],
    ["a shape that is none", (given) => (given.shapes[0] = 5)],
    ["half a position", (given) => (given.nodes.type = wide(0, 0.5, 1))],
  ];
  it.each(broken)("refuses %s", (_, breaks) => {
    const given = payload();
    breaks(given);
    expect(() => decoded(given)).toThrow(DecodeError);
  });

  it("leaves out where a note belongs if that is not there", () => {
    const given = payload();
    given.notes = [{ text: "note", level: "info", node: 7, scope: -1 }];
    expect(decoded(given).notes).toEqual([
      { text: "note", level: "info", node: null, scope: null },
    ]);
  });
});
