import { expect, test } from "vitest";
import { beginsGroup, groupsOf } from "./types";

const columns = [{}, { group: "a" }, { group: "a" }, { group: "b" }, {}];

test("neighbors of a group have one heading", () => {
  expect(groupsOf(columns)).toEqual([
    { name: "", count: 1 },
    { name: "a", count: 2 },
    { name: "b", count: 1 },
    { name: "", count: 1 },
  ]);
});

test("a group begins where its neighbor on the left is of another one", () => {
  expect(columns.map((_, i) => beginsGroup(columns, i))).toEqual([false, true, false, true, false]);
});
