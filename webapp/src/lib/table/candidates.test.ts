import { expect, it } from "vitest";
import { candidatesFirst, isCandidate, rowsOfCandidates } from "./candidates";
import { bestRow } from "./rows";
import { column, table } from "./testing";

it("what failed or was pruned is never the best; what was killed, or did not say, may be", () => {
  const outcomes = ["finished", "failed", "pruned", "killed", null];
  expect(outcomes.filter(isCandidate)).toEqual(["finished", "killed", null]);
});

it("the best is one of the candidates, or none", () => {
  const loss = column("loss", [3, 1, 2]);
  const made = table([loss]);
  const best = (...others: string[]): number | null => {
    const rows = rowsOfCandidates(Int32Array.from([0, 1, 2]), made, (id) => !others.includes(id));
    return bestRow(loss, "min", rows, new Uint8Array(3).fill(1));
  };
  expect(best()).toBe(1);
  expect(best("run1")).toBe(2);
  expect(best("run0", "run1", "run2")).toBeNull();
});

it("others stand behind all candidates with a number, in their order", () => {
  const loss = column("loss", [1, 2, 3, 4, NaN, undefined, Infinity]);
  const sorted = Int32Array.from([0, 1, 2, 3, 6, 4, 5]);
  const is = (id: string): boolean => !["run0", "run2", "run5"].includes(id);
  expect([...candidatesFirst(sorted, loss, table([loss]), is)]).toEqual([1, 3, 6, 0, 2, 4, 5]);
});
