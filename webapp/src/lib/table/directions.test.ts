import { expect, it } from "vitest";
import { answersOf, directionOf } from "./directions";

const nobody: ReadonlyMap<string, "min" | "max"> = new Map();
const goals = new Map([
  ["value", "max"],
  ["loss", "max"],
] as const);

it("what trials declared goes before an answer, and that before the name", () => {
  const answers = new Map([
    ["value", "min"],
    ["accuracy", "min"],
  ] as const);
  expect(directionOf({ goals }, answers, "value")).toEqual({ goal: "max", from: "declared" });
  expect(directionOf({ goals }, nobody, "loss")).toEqual({ goal: "max", from: "declared" });
  expect(directionOf({ goals }, answers, "accuracy")).toEqual({ goal: "min", from: "answered" });
  expect(directionOf({}, nobody, "accuracy")).toEqual({ goal: "max", from: "name" });
});

it("where nobody says it there is no direction", () => {
  expect(directionOf({}, nobody, "value")).toEqual({ goal: null, from: "nobody" });
});

it("an annotation that is no answer is passed over", () => {
  const kept = new Map<string, unknown>([
    ["a", { goal: "max" }],
    ["b", { goal: "up" }],
    ["c", "max"],
    ["d", null],
  ]);
  expect([...answersOf(kept)]).toEqual([["a", "max"]]);
});
