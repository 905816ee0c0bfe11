import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";

it("has a control in the panel for everything that says how charts are drawn", async () => {
  // What settings ask a browser for when they are declared.
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  const { drawn } = await import("./settings");
  const panel = readFileSync(new URL("./Panel.svelte", import.meta.url), "utf8");
  const missing = Object.keys(drawn).filter(
    (key) => !new RegExp(`settings\\.${key}\\b`).test(panel),
  );
  expect(missing).toEqual([]);
});
