import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchImportance } from "../../../api/importance";
import { ImportanceState, type ImportanceQuestion } from "./importance.svelte";

vi.mock("../../../api/importance", () => ({ fetchImportance: vi.fn() }));
const fetch = vi.mocked(fetchImportance);

beforeEach(() => {
  vi.useFakeTimers();
  fetch.mockReset();
});
afterEach(() => vi.useRealTimers());

const question = (value: number, tag = "loss"): ImportanceQuestion => ({
  metric: { tag, take: "last" },
  trials: [["a", 0]],
  values: [value],
  withData: false,
});

it("is asked for though the runs never rest, and not given up by what follows", async () => {
  const state = new ImportanceState();
  const signals: AbortSignal[] = [];
  let answer = (): void => undefined;
  fetch.mockImplementation((_, __, ___, signal) => {
    if (signal !== undefined) signals.push(signal);
    return new Promise((resolve) => (answer = () => resolve({} as never)));
  });
  for (let i = 0; i < 50; i++) {
    state.ask(() => question(i));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  answer();
  // As long again as the answer took, thrice, and then what had come meanwhile.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(fetch.mock.lastCall?.[0]).toEqual(question(0).metric);
});

it("of another metric takes the place of the one under way", async () => {
  const state = new ImportanceState();
  const signals: AbortSignal[] = [];
  fetch.mockImplementation((_, __, ___, signal) => {
    if (signal !== undefined) signals.push(signal);
    return new Promise(() => undefined);
  });
  state.ask(() => question(1));
  await vi.advanceTimersByTimeAsync(500);
  state.ask(() => question(1, "acc"));
  await vi.advanceTimersByTimeAsync(500);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
