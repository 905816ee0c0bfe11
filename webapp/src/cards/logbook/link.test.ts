import { describe, expect, it } from "vitest";
import type { NewItem } from "../../lib/boards/boards";
import { addressIn, linkTo } from "./link";

const HERE = "http://127.0.0.1:8040/";

const item: NewItem = {
  type: "card",
  view: "scalars",
  kind: "scalar",
  tag: "loss/(a) [b]",
  run: null,
  settings: { smoothing: "0.5" },
  width: 1,
  height: 2,
};

describe("linkTo", () => {
  it("names view, settings, card and runs, and leads back to them", () => {
    const link = linkTo({ item, key: item.tag, runs: ["a", "b"], name: item.tag }, null);
    const [, name, target] = /^\[(.*)\]\(([^()]*)\)$/.exec(link) ?? [];
    expect(name).toBe("loss/(a) \\[b\\]");
    const address = addressIn(target ?? "", HERE);
    expect(address?.view).toBe("scalars");
    expect([...(address?.params ?? [])]).toEqual([
      ["runs", "a,b"],
      ["smoothing", "0.5"],
      ["full", item.tag],
    ]);
  });

  it("has the selection of the page in place of very many runs", () => {
    const runs = Array.from({ length: 31 }, (_, i) => `r${i}`);
    const of = { item, key: "x", runs, name: "x" };
    expect(linkTo(of, "-a")).toContain("runs=-a&");
    expect(linkTo(of, null)).not.toContain("runs=");
  });

  it("names tag and run of a view without cards", () => {
    const graph: NewItem = { ...item, view: "graphs", kind: "graph", tag: "model", run: "a" };
    const link = linkTo({ item: graph, key: null, runs: ["a"], name: "model" }, null);
    expect(link).toContain("&tag=model&run=a)");
  });
});

describe("addressIn", () => {
  it("knows links of this page, whole ones among them", () => {
    for (const link of [
      "#/scalars?search=a",
      `${HERE}#/scalars?search=a`,
      `${HERE}?token=x#/scalars?search=a`,
    ]) {
      expect(addressIn(link, HERE)?.params?.get("search")).toBe("a");
    }
    expect(addressIn("#/scalars", HERE)).toEqual({ view: "scalars", params: null });
  });

  it("knows none that lead elsewhere", () => {
    for (const link of [
      "https://example.org/#/scalars",
      "http://127.0.0.1:8040.evil.org/#/scalars",
      "javascript:alert(1)#/scalars",
      "#scalars",
      "#/",
      "//#/scalars",
      "",
    ]) {
      expect(addressIn(link, HERE)).toBeNull();
    }
  });
});
