import { expect, it } from "vitest";
import { firstNonFinite } from "./diverged";

const at = (...steps: readonly number[]) => ({
  nonfinite: {
    step: Float64Array.from(steps),
    walltime: new Float64Array(steps.length),
    what: new Uint8Array(steps.length),
    count: new Int32Array(steps.length).fill(1),
  },
});

it("is the earliest of all scalars, and of several at one step that of the first scalar", () => {
  const series = new Map([
    ["loss", at(20, 30)],
    ["norm", at(13)],
    ["accuracy", at(13)],
    ["lr", at()],
  ]);
  const of = (...tags: readonly string[]) => firstNonFinite(tags, (tag) => series.get(tag));
  expect(of("loss", "norm", "accuracy", "lr")).toEqual({ tag: "norm", step: 13 });
  expect(of("loss", "accuracy", "norm")).toEqual({ tag: "accuracy", step: 13 });
  expect(of("lr", "gone")).toBeNull();
});
