import { expect, it } from "vitest";
import { byProblem, problemsOf } from "./problems";

const whole = {
  outcome: null,
  ending: null,
  diverged: 0,
  damaged: 0,
  missing: 0,
  hangs_since: null,
  state: "ended",
  loading: false,
} as const;

it("a run that ended whole has no problem", () => {
  expect(problemsOf(whole)).toEqual([]);
});

it("a run may have several problems, the worst first", () => {
  const run = { ...whole, state: "quiet", missing: 3, diverged: 1, hangs_since: 5 } as const;
  expect(problemsOf(run)).toEqual(["diverged", "gaps", "hangs", "quiet"]);
});

it("a run that is still being read is not called quiet", () => {
  expect(problemsOf({ ...whole, state: "quiet", loading: true })).toEqual([]);
});

it("a run that failed has a problem, others that came to no good end have none", () => {
  expect(problemsOf({ ...whole, outcome: "failed" })).toEqual(["failed"]);
  for (const outcome of ["finished", "pruned", "killed"] as const) {
    expect(problemsOf({ ...whole, outcome })).toEqual([]);
  }
});

it("runs are gathered by what is wrong with them", () => {
  const [damaged, quiet] = [
    { ...whole, damaged: 2 },
    { ...whole, state: "quiet" as const },
  ];
  expect(byProblem([whole, damaged, quiet])).toEqual([
    { problem: "damaged", runs: [damaged] },
    { problem: "quiet", runs: [quiet] },
  ]);
});
