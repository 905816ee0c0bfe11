import { expect, it } from "vitest";
import { layoutKey, wantedOf } from "./question";

const parameters = {
  method: "tsne",
  dimensions: 2,
  scaling: "none",
  seed: 1,
  limit: 0,
  perplexity: 30,
  rate: 0,
  iterations: 500,
  neighbors: 15,
  minDist: 0.1,
  umapMetric: "cosine",
} as const;
const source = { run: "r", tag: "t", step: 3 };

it("asks for what the method looks at, and nothing else", () => {
  expect(wantedOf(source, { ...parameters, method: "pca" }, 9, null)).toEqual({
    ...source,
    method: "pca",
    scaling: "none",
    seed: 1,
    fit_step: 9,
  });
  const tsne = wantedOf(source, parameters, 9, "id");
  expect(tsne).toMatchObject({ components: 2, after: "id", limit: null, learning_rate: null });
  expect(tsne).not.toHaveProperty("fit_step");
  const umap = wantedOf({ upload: "u" }, { ...parameters, method: "umap", limit: 5 }, null, null);
  expect(umap).toMatchObject({ upload: "u", metric: "cosine", limit: 10 });
  expect(umap).not.toHaveProperty("perplexity");
});

it("has one key for the layouts of all steps", () => {
  const other = { ...source, step: 4 };
  const key = layoutKey(wantedOf(source, parameters, null, null));
  expect(layoutKey(wantedOf(other, parameters, null, "id"))).toBe(key);
  expect(layoutKey(wantedOf(source, { ...parameters, seed: 2 }, null, null))).not.toBe(key);
});
