import { describe, expect, it } from "vitest";
import type { Landscape, LandscapeSummary } from "../../../api/landscapes";
import { landscapeOf, openPage, storeOf, summaryOf } from "../testing";

openPage();
const { ShownProcess } = await import("./shown.svelte");
const { settings } = await import("./settings");

/** @param texts - as a link has them. */
function shownOf(
  summaries: readonly LandscapeSummary[],
  whole: readonly Landscape[],
  texts: Record<string, string> = {},
) {
  const own = settings.apart(texts, () => undefined);
  const store = storeOf(...whole);
  const shown = new ShownProcess(own, () => ({ landscapes: summaries, store }));
  return { shown, settings: own };
}

const snapshots = [10, 20].map((step) => summaryOf({ step, settings: { mode: "snapshots" } }));
const around = [10, 20].map((step) =>
  landscapeOf({
    step,
    values: new Map([["loss", Float64Array.of(2, 1, 2, 1, 0, 1, 2, 1, 2).map((z) => step * z)]]),
  }),
);

describe("ShownProcess", () => {
  it("says why there is nothing to draw", () => {
    expect(shownOf([], []).shown.why).toEqual({ kind: "loading" });
    expect(shownOf([summaryOf()], []).shown.why).toEqual({ kind: "loading" });
    expect(shownOf([summaryOf()], [landscapeOf()]).shown.why).toBeNull();
    expect(shownOf([summaryOf()], [landscapeOf()], { metric: "perplexity" }).shown.why).toEqual({
      kind: "nothing",
      message: "This landscape has no metric perplexity",
      hint: "It has: loss. Choose one of them above.",
    });
    const nothing = landscapeOf({
      values: new Map([["loss", new Float64Array(9).fill(NaN)]]),
    });
    expect(shownOf([summaryOf()], [nothing]).shown.why).toMatchObject({
      hint: "Of 9 computed points none has a height: 9 NaN.",
    });
    const waiting = { ...nothing, done: new Uint8Array(9) };
    expect(shownOf([summaryOf()], [waiting]).shown.why).toMatchObject({
      message: "Nothing is computed yet",
    });
  });

  it("has one range for all frames of a training", () => {
    const { shown } = shownOf(snapshots, around, { run: "a", tag: "landscape", step: "10" });
    expect(shown.isPlayed).toBe(true);
    expect(shown.chosen?.step).toBe(10);
    // That of the frame alone ends at 20.
    expect(shown.span?.range).toEqual({ min: 0, max: 40 });
  });

  it("keeps its drawing while frames are played", () => {
    const { shown, settings: own } = shownOf(snapshots, around, {
      run: "a",
      tag: "landscape",
      step: "10",
    });
    const { key } = shown;
    shown.goTo(around[1] as unknown as LandscapeSummary);
    expect(own.step).toBe(20);
    expect(shown.key).toBe(key);
  });

  it("forgets limits with the metric, and what is seen of it with the landscape", () => {
    const { shown, settings: own } = shownOf([summaryOf()], [landscapeOf()]);
    own.min = 1;
    own.max = 2;
    own.zoom = { x: [0, 1], y: [0, 1] };
    shown.draw("accuracy");
    expect([own.metric, own.min, own.max]).toEqual(["accuracy", null, null]);
    shown.choose(summaryOf({ step: 3 }));
    expect([own.run, own.step, own.zoom]).toEqual(["a", 3, null]);
  });

  it("warns of records that were damaged and models that changed", () => {
    const whole = landscapeOf({ damaged: 2, settings: { model_changed: true } });
    const { warnings } = shownOf([summaryOf()], [whole]).shown;
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain("The code of this model is not that of the model that was");
  });

  it("moves through frames, else along the path, else not at all", () => {
    const link = { run: "a", tag: "landscape", step: "10" };
    const { shown, settings: own } = shownOf(snapshots, around, link);
    expect(shown.moves).toMatchObject({ count: 2, index: 0, come: 0, moment: "Step 10" });
    shown.moves?.moveTo(1);
    expect(own.step).toBe(20);

    const some = (values: number[]) => Float64Array.from(values);
    const known = { step: some([0, 4, 8]), x: some([1, 0.5, 0]), y: some([1, 0.5, 0]) };
    const losses = { loss: some([3, 2, 1]), trueLoss: some([3, 2, 1]) };
    const path = { ...known, ...losses, residual: some([0, 0, 0]), name: "" };
    const along = shownOf([summaryOf({ snapshots: 3 })], [landscapeOf({ path })]).shown;
    expect(along.moves).toMatchObject({ count: 3, index: 2, come: 2, moment: "Step 8" });
    along.moves?.moveTo(1);
    expect(along.moves).toMatchObject({ index: 1, come: 1, moment: "Step 4" });
    expect(along.moves?.rows[0]).toMatchObject({ name: "true loss", value: "2" });

    expect(shownOf([summaryOf()], [landscapeOf()]).shown.moves).toBeNull();
  });
});
