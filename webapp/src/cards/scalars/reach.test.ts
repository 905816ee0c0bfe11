import { expect, it } from "vitest";
import { figure, line } from "../../charts/line/testing";
import { reaching, reachOf, setReach } from "./reach";

it("is kept for one card at a time, as one of three", () => {
  const kept = { whole: ["a"], rest: ["b"] };
  expect(["a", "b", "c"].map((key) => reachOf(kept, key))).toEqual(["whole", "rest", "usual"]);
  setReach(kept, "a", "rest");
  setReach(kept, "b", "usual");
  setReach(kept, "c", "whole");
  expect(kept).toEqual({ whole: ["c"], rest: ["a"] });
});

it("leaves curves out of heights only that are not of all values anyway", () => {
  const usual = figure([line([0, 1], [0, 1])], { fit: "most", limits: [0, 1] });
  expect(reaching(usual, "usual")).toBe(usual);
  expect(reaching(usual, "whole")).toMatchObject({ fit: "all", limits: null });
  expect(reaching(usual, "rest").fit).toBe("rest");
  expect(reaching({ ...usual, fit: "all" }, "rest").fit).toBe("all");
});
