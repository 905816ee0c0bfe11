import { expect, test } from "vitest";
import { Kept } from "./kept";

const signal = new AbortController().signal;

test("what was asked for last is kept, and the rest loaded again", async () => {
  const loaded: string[] = [];
  const kept = new Kept<string>((address) => {
    loaded.push(address);
    return Promise.resolve(address.toUpperCase());
  }, 2);
  expect(kept.peek("a")).toBeUndefined();
  for (const address of ["a", "b", "a", "c", "a", "b"]) {
    expect(await kept.get(address, signal)).toBe(address.toUpperCase());
  }
  expect(loaded).toEqual(["a", "b", "c", "b"]);
  expect(kept.peek("c")).toBeUndefined();
  expect(kept.peek("a")).toBe("A");
});

test("what fails is not kept", async () => {
  let tries = 0;
  const kept = new Kept<string>(() => {
    tries++;
    return tries === 1 ? Promise.reject(new Error("gone")) : Promise.resolve("there");
  }, 2);
  await expect(kept.get("a", signal)).rejects.toThrow("gone");
  expect(await kept.get("a", signal)).toBe("there");
});
