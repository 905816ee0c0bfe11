import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Latest } from "./latest";

/** Requests that are answered by hand. */
function make(rest = 100) {
  const asked: { wish: string; signal: AbortSignal; answer: (text: string) => void }[] = [];
  const failures: string[] = [];
  const answers: string[] = [];
  const latest = new Latest<string, string>({
    fetch: (wish, signal) =>
      new Promise((resolve, reject) => {
        const answer = (text: string): void =>
          text === "fails" ? reject(new Error(text)) : resolve(text);
        asked.push({ wish, signal, answer });
      }),
    rest,
    onanswer: (answer) => answers.push(answer),
    onerror: (message) => failures.push(message),
  });
  return { latest, asked, answers, failures };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Latest", () => {
  it("asks once for the same wish", async () => {
    const { latest, asked, answers } = make();
    latest.wish("a", "1");
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.answer("first");
    await vi.advanceTimersByTimeAsync(1000);
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(1000);
    expect([asked.length, answers]).toEqual([1, ["first"]]);
  });

  it("lets a request for another version end first, and then asks once more", async () => {
    const { latest, asked, answers } = make();
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    for (let version = 2; version < 20; version++) {
      latest.wish("a", String(version));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked.length).toBe(1);
    asked[0]?.answer("slow");
    await vi.advanceTimersByTimeAsync(200);
    expect([asked.length, answers]).toEqual([2, ["slow"]]);
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  it("ends a request for another wish, whose answer is not seen", async () => {
    const { latest, asked, answers } = make();
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    latest.wish("b", "1");
    expect(asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    asked[0]?.answer("old");
    asked[1]?.answer("new");
    await vi.advanceTimersByTimeAsync(0);
    expect([asked[1]?.wish, answers]).toEqual(["b", ["new"]]);
  });

  it("rests between requests", async () => {
    const { latest, asked } = make(1000);
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.answer("one");
    await vi.advanceTimersByTimeAsync(0);
    latest.wish("a", "2");
    await vi.advanceTimersByTimeAsync(900);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.length).toBe(2);
  });

  it("does not let another wish wait that long", async () => {
    const { latest, asked } = make(1000);
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    latest.wish("b", "1");
    await vi.advanceTimersByTimeAsync(60);
    expect(asked.map(({ wish }) => wish)).toEqual(["a", "b"]);
  });

  it("says why it failed, and tries again when asked", async () => {
    const { latest, asked, answers, failures } = make();
    latest.wish("a", "1");
    await vi.advanceTimersByTimeAsync(0);
    asked[0]?.answer("fails");
    await vi.advanceTimersByTimeAsync(0);
    expect(failures).toEqual(["fails"]);
    latest.retry();
    await vi.advanceTimersByTimeAsync(0);
    asked[1]?.answer("fine");
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual(["fine"]);
  });
});
