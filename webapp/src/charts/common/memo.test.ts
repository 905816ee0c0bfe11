import { expect, it } from "vitest";
import { memo, memoOf } from "./memo";

it("makes a value anew only where a part of the key is another, or there is one more", () => {
  const sum = memo<number>();
  let made = 0;
  const of = (...key: number[]): number => sum(key, () => (made++, key.reduce((a, b) => a + b, 0)));
  expect([of(1, 2), of(1, 2), of(1, 3), of(1, 3, 0), of(1, 2)]).toEqual([3, 3, 4, 4, 3]);
  expect(made).toBe(4);
});

it("knows a part that is no number again", () => {
  const value = memo<object>();
  expect(value([NaN], () => ({}))).toBe(value([NaN], () => ({})));
});

it("keeps a value for each object", () => {
  const value = memoOf<object, object>();
  const [one, other] = [{}, {}];
  const first = value(one, [1], () => ({}));
  value(other, [2], () => ({}));
  expect(value(one, [1], () => ({}))).toBe(first);
  expect(value(other, [1], () => ({}))).not.toBe(first);
});
