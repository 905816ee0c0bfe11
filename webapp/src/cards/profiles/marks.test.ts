import { describe, expect, it } from "vitest";
import { marksOf, onlyRun, profilesOf, type Profile } from "./marks";

const at = (step: number, run = "a"): Profile => ({ run, tag: "profile", step });
/** A pixel for each step. */
const plain = (step: number): number => step;

it("profiles come by step, those of one step in the order of their series, unknown series without any", () => {
  const series = [
    { run: "b", tag: "profile", steps: Float64Array.of(5, 9) },
    { run: "a", tag: "profile", steps: Float64Array.of(2, 5) },
    { run: "c", tag: "profile", steps: null },
  ];
  expect(profilesOf(series)).toEqual([at(2), at(5, "b"), at(5), at(9, "b")]);
});

describe("marks", () => {
  it("are one for profiles of the same step, and for those closer than a mark is wide", () => {
    const profiles = [at(10), at(10, "b"), at(33), at(34), at(60)];
    expect(marksOf(profiles, plain, 100, 24)).toEqual([
      { x: 10, profiles: [at(10), at(10, "b"), at(33)] },
      { x: 34, profiles: [at(34)] },
      { x: 60, profiles: [at(60)] },
    ]);
  });

  it("stand only within the plot, and hold the same profiles when it is moved", () => {
    const profiles = [at(0), at(20), at(30), at(50), at(105)];
    const before = marksOf(profiles, plain, 100, 24).map(({ profiles: all }) => all);
    expect(before.flat().map(({ step }) => step)).toEqual([0, 20, 30, 50]);
    const moved = marksOf(profiles, (step) => step - 20, 100, 24);
    expect(moved).toEqual([
      { x: 10, profiles: [at(30), at(50)] },
      { x: 85, profiles: [at(105)] },
    ]);
    expect(before).toContainEqual([at(30), at(50)]);
  });

  it("leave out what a logarithmic axis can't show", () => {
    const log = (step: number): number => (step > 0 ? 50 * Math.log10(step) : NaN);
    expect(marksOf([at(-1), at(0), at(1), at(100)], log, 100, 24)).toEqual([
      { x: 0, profiles: [at(1)] },
      { x: 100, profiles: [at(100)] },
    ]);
  });

  it("are of one run or of several", () => {
    expect(onlyRun({ x: 0, profiles: [at(1), at(2)] })).toBe("a");
    expect(onlyRun({ x: 0, profiles: [at(1), at(1, "b")] })).toBeNull();
  });
});
