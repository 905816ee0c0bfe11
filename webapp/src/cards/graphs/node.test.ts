import { describe, expect, it } from "vitest";
import { convolutional } from "../../lib/graph/testing";
import { keyNamed } from "./node";

describe("keyNamed", () => {
  const graph = convolutional();

  it("is the key of the module that a tag names, or whose parameter it names", () => {
    expect(keyNamed(graph, "grads/fc/weight")).toBe("fc");
    expect(keyNamed(graph, "grad_norm/conv1")).toBe("conv1");
  });

  it("is none for a tag that names nothing of the graph", () => {
    expect(keyNamed(graph, "loss")).toBeNull();
  });
});
