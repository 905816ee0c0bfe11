import { describe, expect, it } from "vitest";
import { Shelf } from "./pictures";

interface Fake {
  readonly address: string;
  readonly pixels: number;
}

function bench(pixels = 1) {
  const asked: string[] = [];
  const forgotten: string[] = [];
  const open = new Map<string, { give(): void; fail(): void; signal: AbortSignal }>();
  const shelf = new Shelf<Fake>({
    fetch: (address, signal) =>
      new Promise((resolve, reject) => {
        asked.push(address);
        open.set(address, {
          give: () => resolve({ address, pixels }),
          fail: () => reject(new Error("gone")),
          signal,
        });
      }),
    cost: (picture) => picture.pixels,
    forget: ({ address }) => forgotten.push(address),
  });
  return { shelf, asked, forgotten, open };
}

const never = new AbortController().signal;

describe("Shelf", () => {
  it("fetches once what several want, and has it at hand afterwards", async () => {
    const { shelf, asked, open } = bench();
    const both = Promise.all([shelf.get("a", never), shelf.get("a", never)]);
    expect(shelf.peek("a")).toBeNull();
    open.get("a")?.give();
    await both;
    expect(asked).toEqual(["a"]);
    expect(shelf.peek("a")?.address).toBe("a");
  });

  it("ends a request only when nobody waits for it any more", async () => {
    const { shelf, open } = bench();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = shelf.get("a", one.signal);
    const second = shelf.get("a", other.signal);
    one.abort();
    await expect(first).rejects.toThrow("abort");
    expect(open.get("a")?.signal.aborted).toBe(false);
    other.abort();
    await expect(second).rejects.toThrow("abort");
    expect(open.get("a")?.signal.aborted).toBe(true);
  });

  it("fetches anew what was aborted or has failed", async () => {
    const { shelf, asked, open } = bench();
    const abort = new AbortController();
    const first = shelf.get("a", abort.signal);
    abort.abort();
    await expect(first).rejects.toThrow();
    const second = shelf.get("a", never);
    open.get("a")?.fail();
    await expect(second).rejects.toThrow("gone");
    const third = shelf.get("a", never);
    open.get("a")?.give();
    expect((await third).address).toBe("a");
    expect(asked).toEqual(["a", "a", "a"]);
  });

  it("keeps the ones used last, as many pixels as fit", async () => {
    const { shelf, forgotten, open } = bench(25e6);
    for (const address of ["a", "b"]) {
      const wait = shelf.get(address, never);
      open.get(address)?.give();
      await wait;
    }
    shelf.peek("a");
    const wait = shelf.get("c", never);
    open.get("c")?.give();
    await wait;
    expect(forgotten).toEqual(["b"]);
  });

  it("keeps the last one however large it is", async () => {
    const { shelf, forgotten, open } = bench(100e6);
    for (const address of ["a", "b"]) {
      const wait = shelf.get(address, never);
      open.get(address)?.give();
      await wait;
    }
    expect(forgotten).toEqual(["a"]);
    expect(shelf.peek("b")).not.toBeNull();
  });
});
