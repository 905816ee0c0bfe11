import { expect, test } from "vitest";
import { formatHash, parseHash } from "./hash";

test("an address comes back whatever its values hold", () => {
  const params = new Map([
    ["tags", "/loss|acc/,100%&x=1#?+ 损失"],
    ["runs", "-a,b"],
  ]);
  expect(parseHash(formatHash("scalars", params))).toEqual({ view: "scalars", params });
});

test("an address without ? says nothing about the state", () => {
  expect(parseHash("#/scalars")).toEqual({ view: "scalars", params: null });
  expect(parseHash("")).toEqual({ view: "", params: null });
});

test("an address with a bare ? says that all is at its default", () => {
  expect(parseHash(formatHash("scalars", []))).toEqual({ view: "scalars", params: new Map() });
});

test("slashes and commas stay readable", () => {
  expect(formatHash("scalars", [["tag", "train/loss,test/loss"]])).toBe(
    "#/scalars?tag=train/loss,test/loss",
  );
});
