import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, askFile } from "./ask";

const busy = (): Response =>
  new Response('{"error": {"code": "busy", "message": "ask again"}}', {
    status: 503,
    headers: { "Retry-After": "2", "Content-Type": "application/json" },
  });
const hangs = (): Response =>
  new Response('{"error": {"code": "hangs", "message": "a drive"}}', { status: 503 });

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetching.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a server without room is asked again when it says so", async () => {
  fetching.mockImplementationOnce(() => Promise.resolve(busy()));
  fetching.mockImplementationOnce(() => Promise.resolve(new Response("picture")));
  const asked = askFile("./api/media?run=a");
  await vi.advanceTimersByTimeAsync(1990);
  expect(fetching).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(await (await asked).text()).toBe("picture");
});

test("a server that stays without room is believed in the end", async () => {
  fetching.mockImplementation(() => Promise.resolve(busy()));
  const asked = expect(askFile("./api/media")).rejects.toMatchObject({ status: 503, code: "busy" });
  await vi.advanceTimersByTimeAsync(10_000);
  await asked;
  expect(fetching).toHaveBeenCalledTimes(4);
});

test("a drive that hangs is reported at once", async () => {
  fetching.mockImplementation(() => Promise.resolve(hangs()));
  await expect(askFile("./api/media")).rejects.toBeInstanceOf(ApiError);
  expect(fetching).toHaveBeenCalledTimes(1);
});

test("what is no longer wanted is not asked for again", async () => {
  fetching.mockImplementation(() => Promise.resolve(busy()));
  const aborting = new AbortController();
  const asked = expect(askFile("./api/media", aborting.signal)).rejects.toMatchObject({
    name: "AbortError",
  });
  await vi.advanceTimersByTimeAsync(1000);
  aborting.abort();
  await asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetching).toHaveBeenCalledTimes(1);
});
