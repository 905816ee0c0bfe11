import { describe, expect, it } from "vitest";
import { namedTags, targetsOf } from "../../lib/graph/named";
import { Names } from "../../lib/graph/names";
import { Outline } from "../../lib/graph/outline";
import { convolutional } from "../../lib/graph/testing";
import { relatedTags, valuesByBox } from "./logged";

const graph = convolutional();
const names = new Names(graph);
const outline = new Outline(graph, { phases: [true, false, false, false], views: false }, names);
const tags = [
  "conv1.weight",
  "grad_norm/conv1",
  "conv2/grad_norm",
  "loss",
  "grads/fc/weight",
  "conv1.weights",
];
const named = namedTags(targetsOf(graph, names), tags);

describe("tags that name something of a graph", () => {
  it("are listed with what of it they hold", () => {
    expect(named.map(({ tag, what, parameter }) => [tag, what, parameter >= 0])).toEqual([
      ["conv1.weight", "", true],
      ["grad_norm/conv1", "grad_norm", false],
      ["conv2/grad_norm", "grad_norm", false],
      ["grads/fc/weight", "grads", true],
    ]);
  });

  it("belong to the box of their module", () => {
    const box = outline.boxOf(names.scopeAt("conv1"), 0);
    expect(relatedTags(outline, box, named)).toEqual(["conv1.weight", "grad_norm/conv1"]);
    expect(relatedTags(outline, 1, named)).toEqual(["conv1.weight", "grad_norm/conv1"]);
    expect(relatedTags(outline, outline.root, named)).toEqual([]);
  });

  it("give boxes their numbers", () => {
    const valueOf = valuesByBox(outline, named, [1, 2, 3, NaN]);
    const of = (key: string) => valueOf(outline.boxOf(names.scopeAt(key), 0));
    expect([of("conv1"), of("conv2"), of("fc"), of("pool1")]).toEqual([2, 3, NaN, NaN]);
  });
});
