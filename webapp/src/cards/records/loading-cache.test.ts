import { describe, expect, it } from "vitest";
import { LoadingCache } from "./loading-cache";

interface Fake {
  readonly address: string;
  readonly pixels: number;
}

interface Under {
  give(): void;
  fail(): void;
  readonly signal: AbortSignal;
}

function bench(pixels = 1, most = 10) {
  const asked: string[] = [];
  const forgotten: string[] = [];
  const open = new Map<string, Under>();
  const cache = new LoadingCache<Fake>({
    load: (address, signal) =>
      new Promise((resolve, reject) => {
        asked.push(address);
        open.set(address, {
          give: () => resolve({ address, pixels }),
          fail: () => reject(new Error("gone")),
          signal,
        });
      }),
    most,
    cost: (fake) => fake.pixels,
    mostCost: 60,
    forget: ({ address }) => forgotten.push(address),
  });
  const get = async (address: string): Promise<Fake> => {
    const wait = cache.get(address, never);
    open.get(address)?.give();
    return wait;
  };
  return { cache, asked, forgotten, open, get };
}

const never = new AbortController().signal;

describe("LoadingCache", () => {
  it("loads once what several want, and has it at hand afterwards", async () => {
    const { cache, asked, open } = bench();
    const both = Promise.all([cache.get("a", never), cache.get("a", never)]);
    expect(cache.peek("a")).toBeUndefined();
    open.get("a")?.give();
    await both;
    expect(asked).toEqual(["a"]);
    expect(cache.peek("a")?.address).toBe("a");
  });

  it("ends a request only when nobody waits for it any more", async () => {
    const { cache, open } = bench();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = cache.get("a", one.signal);
    const second = cache.get("a", other.signal);
    one.abort();
    await expect(first).rejects.toThrow("abort");
    expect(open.get("a")?.signal.aborted).toBe(false);
    other.abort();
    await expect(second).rejects.toThrow("abort");
    expect(open.get("a")?.signal.aborted).toBe(true);
  });

  it("loads anew what was aborted or has failed", async () => {
    const { cache, asked, open } = bench();
    const abort = new AbortController();
    const first = cache.get("a", abort.signal);
    abort.abort();
    await expect(first).rejects.toThrow();
    const second = cache.get("a", never);
    open.get("a")?.fail();
    await expect(second).rejects.toThrow("gone");
    const third = cache.get("a", never);
    open.get("a")?.give();
    expect((await third).address).toBe("a");
    expect(asked).toEqual(["a", "a", "a"]);
  });

  it("keeps what was used last, and loads the rest again", async () => {
    const { cache, asked, get } = bench(1, 2);
    for (const address of ["a", "b", "a", "c", "a", "b"]) {
      expect((await get(address)).address).toBe(address);
    }
    expect(asked).toEqual(["a", "b", "c", "b"]);
    expect(cache.peek("c")).toBeUndefined();
    expect(cache.peek("a")?.address).toBe("a");
  });

  it("keeps no more than may cost what all may cost", async () => {
    const { cache, forgotten, get } = bench(25);
    await get("a");
    await get("b");
    cache.peek("a");
    await get("c");
    expect(forgotten).toEqual(["b"]);
  });

  it("keeps the last one whatever it costs", async () => {
    const { cache, forgotten, get } = bench(100);
    await get("a");
    await get("b");
    expect(forgotten).toEqual(["a"]);
    expect(cache.peek("b")).toBeDefined();
  });
});
