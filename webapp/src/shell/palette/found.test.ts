/** What people type, in the words of this page and of other tools, finds what they mean first. */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { SearchedItem } from "./items";

vi.stubGlobal("location", { hash: "#/overview", search: "" });
vi.stubGlobal("history", { replaceState: () => undefined, pushState: () => undefined });
vi.stubGlobal("document", { addEventListener: () => undefined, hidden: false });
vi.stubGlobal("navigator", { language: "en", platform: "Linux" });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.setConfig({ testTimeout: 20_000, hookTimeout: 60_000 });

const { search, searchable } = await import("./items");
const { allItems } = await import("./sources.svelte");
const known = await import("./settings");
const { docs } = await import("../../state/docs.svelte");
const { i18n } = await import("../../state/i18n.svelte");
const { url } = await import("../../state/url.svelte");
const { en } = await import("../../views/texts-found");
const { groups } = await import("./items");

const folder = `${import.meta.dirname}/../../../../docs`;

beforeAll(() => {
  docs.names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => {
      const text = readFileSync(`${folder}/${path}`, "utf8").replace(/^```[^]*?^```$/gm, "");
      const [title = "", ...headings] = [...text.matchAll(/^#+ (.+)$/gm)].map(([, of]) => of ?? "");
      const name = path.replaceAll("\\", "/").slice(0, -".md".length);
      return { name, title, section: "", group: "", headings };
    });
});

const shellCommands = ["search", "panel", "live", "help", "damage"].map((id) => ({
  id,
  group: "command" as const,
  text: id,
  detail: "",
  go: () => undefined,
}));
const everything = (): readonly SearchedItem[] => searchable(allItems(shellCommands, known));
const first = (query: string): string | undefined =>
  search(everything(), query, [])[0]?.hits[0]?.item.id;

const meant = {
  table: "view:trials",
  sweep: "view:trials",
  hyperparameters: "view:trials",
  dashboard: "view:overview",
  workspace: "view:overview",
  report: "view:overview",
  smoothing: "set:overview.smoothing",
  outliers: "set:scalars.heights",
  log: "set:scalars.logY",
  "log scale": "set:scalars.logY",
  "wall time": "set:overview.axis",
  relative: "set:overview.axis",
  step: "set:overview.axis",
  epoch: "set:overview.axis",
  "x axis": "set:overview.axis",
  "group by": "set:overview.group",
  "parallel coordinates": "set:trials.pictures=parallel",
  importance: "set:trials.pictures=importance",
  compare: "view:difference",
  difference: "view:difference",
  "t-SNE": "set:embeddings.method=tsne",
  "confusion matrix": "view:confusion",
  export: "doc:how-to/export",
  download: "doc:how-to/export",
  "dark mode": "theme",
  dark: "theme=dark",
  shortcuts: "help",
  refresh: "live",
  "point cloud": "view:meshes",
  projector: "view:embeddings",
  distributions: "view:histograms",
  "precision recall": "view:curves",
  "ignore outliers": "set:scalars.heights",
  "moving average": "set:overview.smoothing",
  barriers: "set:landscapes.mode=barriers",
  timeline: "set:profiles.tab=timeline",
  trash: "trash",
  "delete run": "trash",
  diverged: "view:overview",
  "best run": "view:overview",
  "export csv": "view:trials",
};

describe("in English", () => {
  it.each(Object.entries(meant))("%s finds %s", (query, id) => {
    expect(first(query)).toBe(id);
  });

  it("within a view its settings come first", () => {
    url.show("groups");
    expect(first("smoothing")).toBe("set:groups.smoothing");
    expect(first("group by")).toBe("set:groups.by");
    expect(search(everything(), "", [])[0]?.group).toBe("here");
    url.show("overview");
  });
});

it("every view, setting, command and page is found by its own name", () => {
  const all = everything();
  const lost = all.filter(
    ({ id, text, of }) =>
      of === undefined &&
      !search(all, text, [], new Set(groups)).some(({ hits }) =>
        hits.some(({ item }) => item.id === id),
      ),
  );
  expect(lost.map(({ id }) => id)).toEqual([]);
  expect(all.filter(({ id }) => id.startsWith("set:")).length).toBeGreaterThan(150);
});

it("no two of them have one id, and none is without a name", () => {
  const all = everything();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ text }) => text.trim() === "")).toEqual([]);
});

it("words are of something that there is", () => {
  // The page of a run is found by the run's name; an objective is there once there is a metric.
  const unlisted = ["view.run", "command.objective"];
  const ids = new Set(everything().map(({ id }) => id.replace(/^(view|doc|set):/, "$1.")));
  const commands = (key: string) => key.replace(/^command\./, "");
  expect(
    Object.keys(en).filter((key) => !ids.has(commands(key)) && !unlisted.includes(key)),
  ).toEqual([]);
});

it("in Chinese, words of both languages find it", async () => {
  i18n.choice = "zh";
  await vi.waitFor(() => expect(i18n.language).toBe("zh"));
  const asked = ["平滑", "离群值", "表格", "深色模式", "sweep", "smoothing", "混淆矩阵", "t-SNE"];
  expect(asked.map(first)).toEqual([
    "set:overview.smoothing",
    "set:scalars.heights",
    "view:trials",
    "theme",
    "view:trials",
    "set:overview.smoothing",
    "view:confusion",
    "set:embeddings.method=tsne",
  ]);
  i18n.choice = "en";
});
