import { expect, test } from "vitest";
import { contributions, otherWish } from "./model";

const nothing = { run: "", tag: "", step: null };
const own = { run: "a", tag: "profile", step: 20 };
const steps = Float64Array.of(10, 20, 30);

const one = Float64Array.of(20);

test("unless another is asked for, the profile of the step before is compared, or that of the one after the first", () => {
  expect(otherWish(nothing, own, ["a", "b"], ["profile", "eval"], steps)).toEqual({
    run: "a",
    tag: "profile",
    step: 10,
  });
  expect(otherWish(nothing, { ...own, step: 10 }, ["a"], ["profile"], steps).step).toBe(20);
});

test("of a run with one profile, that of the run beside it in the list is", () => {
  expect(otherWish(nothing, { ...own, run: "c" }, ["a", "b", "c"], ["profile"], one).run).toBe("b");
  expect(otherWish(nothing, own, ["a", "b"], ["profile"], one)).toEqual({
    run: "b",
    tag: "profile",
    step: null,
  });
});

test("of a run that stands alone with one profile, another tag is", () => {
  expect(otherWish(nothing, own, ["a"], ["profile", "eval"], one).tag).toBe("eval");
  expect(otherWish(nothing, own, ["a"], ["profile"], one).tag).toBe("profile");
});

test("what was asked for counts", () => {
  const asked = { run: "a", tag: "eval", step: 7 };
  expect(otherWish(asked, own, ["a", "b"], ["profile", "eval"], steps)).toEqual(asked);
});

test("the largest changes of both ways and the rest add up to all", () => {
  const delta = Float64Array.of(1, -5, 0, 3, -1);
  const found = contributions(delta, 2);
  expect(found.rows).toEqual([1, 3]);
  expect(found.restCount).toBe(2);
  expect(-5 + 3 + found.rest).toBe(-2);
});
