import { describe, expect, it } from "vitest";
import { DecodeError, flag, number, text } from "./decode";
import { choice, list, map, mapped, nullable, object, partial } from "./shapes";

describe("an object", () => {
  const run = object({ id: text, steps: list(number), state: nullable(choice(["live", "ended"])) });

  it("has the fields of its shape, and no other", () => {
    const given = { id: "a", steps: [1, 2n], state: "live", unheard_of: 1 };
    expect(run(given, "run")).toEqual({ id: "a", steps: [1, 2], state: "live" });
  });

  it("says where it is wrong, what was got and what is wanted", () => {
    const at = (given: unknown) => () => run(given, "run");
    expect(at([])).toThrow("answer of the server at run: got a list of 0, want an object");
    expect(at({ steps: [] })).toThrow("at run.id: got undefined, want a string");
    expect(at({ id: "a", steps: 1 })).toThrow("at run.steps: got number 1, want a list");
    expect(at({ id: "a", steps: [1, "x"] })).toThrow("at run.steps[1]: got string x");
    expect(at({ id: "a", steps: [], state: "lost" })).toThrow(
      "at run.state: got string lost, want live or ended",
    );
  });

  it("takes a field that is not there for null where it may be null", () => {
    expect(run({ id: "a", steps: [] }, "run").state).toBeNull();
  });
});

it("a partial object has only the fields that are there", () => {
  const edits = partial({ name: text, archived: flag });
  expect(edits({ archived: true, toString: 1 }, "edits")).toEqual({ archived: true });
  expect(() => edits({ name: 1 }, "edits")).toThrow("at edits.name");
});

it("a map has every name that is there", () => {
  expect(map(number)({ a: 1, b: "NaN" }, "values")).toEqual(
    new Map([
      ["a", 1],
      ["b", NaN],
    ]),
  );
  expect(() => map(number)({ a: 1, b: null }, "values")).toThrow("at values.b: got null");
});

it("what a value is mapped into may refuse it", () => {
  const even = mapped(number, (value, where) => {
    if (value % 2 !== 0) throw new DecodeError(where, String(value), "an even number");
    return value / 2;
  });
  expect(even(4, "x")).toBe(2);
  expect(() => even(3, "x")).toThrow("at x: got 3, want an even number");
});
