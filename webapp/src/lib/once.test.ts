import { expect, it } from "vitest";
import { once } from "./once";

it("is computed once for each object, also where there is nothing to be found", () => {
  const asked: object[] = [];
  const nothing = once((of: object) => {
    asked.push(of);
    return null;
  });
  const [one, other] = [{}, {}];
  expect([nothing(one), nothing(other), nothing(one)]).toEqual([null, null, null]);
  expect(asked).toEqual([one, other]);
});
