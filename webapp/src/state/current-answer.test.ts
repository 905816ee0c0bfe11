import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CurrentAnswer } from "./current-answer.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("asks the first question at once, and others when the typing rests", async () => {
  const asked: string[] = [];
  const ask = (question: string) => () => {
    asked.push(question);
    return Promise.resolve(question.toUpperCase());
  };
  const current = new CurrentAnswer<string>();
  const ends = [current.follow(ask("a"))];
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, current.answer, current.isAsking]).toEqual([["a"], "A", false]);
  for (const question of ["b", "bc", "bcd"]) {
    ends.pop()?.();
    ends.push(current.follow(ask(question)));
  }
  expect(current.answer).toBe("A");
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked, current.answer]).toEqual([["a", "bcd"], "BCD"]);
});

it("forgets its answer with the question, and says what went wrong with one", async () => {
  const current = new CurrentAnswer<string>();
  const end = current.follow(() => Promise.reject(new Error("too many")));
  await vi.advanceTimersByTimeAsync(0);
  expect([current.answer, current.error, current.isAsking]).toEqual([null, "too many", false]);
  end();
  current.follow(null);
  expect([current.answer, current.error]).toEqual([null, null]);
});

it("takes no answer to a question that was given up", async () => {
  const current = new CurrentAnswer<string>();
  let answer = (_: string): void => undefined;
  const end = current.follow(() => new Promise((resolve) => (answer = resolve)));
  expect(current.isAsking).toBe(true);
  end();
  answer("late");
  await vi.advanceTimersByTimeAsync(0);
  expect([current.answer, current.isAsking]).toEqual([null, false]);
});
