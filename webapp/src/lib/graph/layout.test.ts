import { describe, expect, it } from "vitest";
import type { Graph } from "./graph";
import { labelOf, sizeOf, titleWidth } from "./labels";
import { Orders, type GraphDirection } from "./layout";
import { boxAt, boxKey, openedAtFirst } from "./opening";
import { Outline } from "./outline";
import { sceneOf, type Scene, type SceneBox } from "./scene";
import { convolutional, flat, TestGraph, transformer } from "./testing";

const forward = { phases: [true, false, false, false], views: false };

function sceneWith(
  graph: Graph,
  keys: readonly string[] | null = null,
  unfolded: readonly string[] = [],
  direction: GraphDirection = "down",
): { readonly outline: Outline; readonly scene: Scene } {
  const outline = new Outline(graph, forward);
  const opened =
    keys === null ? openedAtFirst(outline, true) : new Set(keys.map((key) => boxAt(outline, key)));
  const apart = new Set(unfolded.map((key) => boxAt(outline, key)));
  const scene = sceneOf({
    outline,
    orders: new Orders(outline),
    opening: {
      isOpen: (box) => opened.has(box),
      isFolding: true,
      isUnfolded: (box) => apart.has(box),
    },
    direction,
    sizeOf: (box, times) => sizeOf(outline, box, times),
    titleWidth: (box, times) => titleWidth(outline, box, times),
  });
  return { outline, scene };
}

const titles = ({ outline, scene }: ReturnType<typeof sceneWith>): string[] =>
  scene.boxes.map(({ box, times }) => labelOf(outline, box, times).title);

const overlap = (one: SceneBox, other: SceneBox): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe("a scene", () => {
  it("shows modules of one operation as one box each, from top to bottom", () => {
    const made = sceneWith(convolutional());
    expect(titles(made)).toEqual([
      "image",
      "conv1",
      "relu1",
      "pool1",
      "conv2",
      "relu2",
      "pool2",
      "reshape",
      "fc",
      "logits",
    ]);
    const tops = made.scene.boxes.map(({ y }) => y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(made.scene.wires).toHaveLength(9);
    expect(made.scene.stubs).toEqual([]);
  });

  it("goes from left to right where it shall", () => {
    const { scene } = sceneWith(convolutional(), null, [], "right");
    const lefts = scene.boxes.map(({ x }) => x);
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
    expect(scene.width).toBeGreaterThan(scene.height);
  });

  it("shows equal neighbors as one, and opens the first of them for all", () => {
    const made = sceneWith(transformer(12));
    expect(titles(made)).toContain("h.0 … h.11");
    expect(made.scene.boxes.filter(({ times }) => times === 12)).toHaveLength(1);
    expect(titles(made).filter((title) => title === "attn")).toHaveLength(1);
    const { outline, scene } = made;
    const ends = scene.wires.map(({ from, to }) => [boxKey(outline, from), boxKey(outline, to)]);
    // From outside to the first block, and from the last one, which the first stands for.
    expect(ends).toContainEqual(["wte", "h.0.ln_1"]);
    expect(ends).toContainEqual(["h.0!add#2", "ln_f"]);
  });

  it("shows equal neighbors one by one where they were asked for", () => {
    const made = sceneWith(transformer(3), ["h"], ["h.0"]);
    expect(titles(made)).toEqual(expect.arrayContaining(["h.0", "h.1", "h.2"]));
    const { outline, scene } = made;
    expect(
      scene.wires.map(({ from, to }) => [boxKey(outline, from), boxKey(outline, to)]),
    ).toContainEqual(["h.1", "h.2"]);
  });

  it("never lays boxes over each other", () => {
    for (const graph of [transformer(4), flat(120)]) {
      const { scene, outline } = sceneWith(graph);
      const boxes = scene.boxes;
      for (const [i, one] of boxes.entries()) {
        for (const other of boxes.slice(i + 1)) {
          if (!overlap(one, other)) continue;
          let inside = other.box;
          while (inside >= 0 && inside !== one.box) inside = outline.parentOf(inside);
          expect(inside).toBe(one.box);
        }
      }
    }
  });

  it("is the same each time", () => {
    expect(sceneWith(transformer(5)).scene.boxes).toEqual(sceneWith(transformer(5)).scene.boxes);
  });

  it("keeps the order of all others when a box is opened", () => {
    const order = (keys: string[]): string[] => {
      const { outline, scene } = sceneWith(transformer(3), keys);
      const here = scene.boxes.filter(({ box }) => outline.parentOf(box) === boxAt(outline, "h.0"));
      return here.sort((a, b) => a.y - b.y || a.x - b.x).map(({ box }) => boxKey(outline, box));
    };
    const sorted = (keys: string[]): string[] => order(keys).filter((key) => key !== "h.0.attn");
    expect(sorted(["h", "h.0", "h.0.attn"])).toEqual(sorted(["h", "h.0"]));
  });

  it("draws stubs for ends that are far from each other, and for ways backwards", () => {
    const net = new TestGraph();
    const first = net.node("input");
    let x = first;
    for (let i = 0; i < 40; i++) x = net.node("aten.relu.default", [x]);
    net.node("aten.add.Tensor", [x, first]);
    const { scene } = sceneWith(net.build());
    expect(scene.stubs.map(({ from, to }) => [from, to])).toEqual([[0, 41]]);
  });

  it("puts backward operations into boxes of their own", () => {
    const net = new TestGraph();
    const x = net.node("input");
    const y = net.scope("fc", "Linear", () => {
      const up = net.node("aten.mm.default", [x]);
      const relu = net.node("aten.relu.default", [up]);
      net.node("aten.threshold_backward.default", [relu], { phase: 1 });
      net.node("aten.mm.default", [3], { phase: 1 });
      return relu;
    });
    net.node("output", [y]);
    const outline = new Outline(net.build(), { phases: [true, true, false, false], views: false });
    expect(Array.from(outline.childrenOf(outline.root), (box) => boxKey(outline, box))).toEqual([
      "!input",
      "fc",
      "backward:fc",
      "!output",
    ]);
    expect(boxAt(outline, "backward:fc")).toBe(outline.boxOf(1, 1));
  });
});
