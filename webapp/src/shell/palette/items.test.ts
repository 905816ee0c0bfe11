import { describe, expect, it } from "vitest";
import { type ItemGroup, joinedBehind, type PaletteItem, search, searchable } from "./items";

const item = (group: ItemGroup, text: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `${group}:${text}`,
  group,
  text,
  detail: "",
  go: () => undefined,
  ...more,
});
const choices = (...texts: string[]) => ({
  choices: () => texts.map((text) => ({ id: text, text, on: false, go: () => undefined })),
});
const items = searchable([
  item("view", "Scalars"),
  item("view", "Trials", { words: ["table", "sweep"] }),
  item("setting", "Method", choices("PCA", "t-SNE")),
  item("setting", "Scale of the axis", { isMinor: true }),
  item("command", "Theme", choices("Light", "Dark")),
  item("scalar", "optim/grad_norm"),
  item("scalar", "scale/a"),
  item("run", "scan"),
  item("run", "other"),
  ...Array.from({ length: 30 }, (_, i) => item("tag", `grad/layer.${i}`)),
]);
const found = (query: string, ...recent: string[]): readonly string[] =>
  search(items, query, recent).flatMap(({ hits, more }) => [
    ...hits.map(({ item: { text }, by }) => (by === "" ? text : `${text} (${by})`)),
    ...(more > 0 ? [`+${more}`] : []),
  ]);

describe("search", () => {
  it("without a query has what was used lately, then views and commands", () => {
    expect(found("", "run:other", "command:Theme")).toEqual([
      "other",
      "Theme",
      "Scalars",
      "Trials",
    ]);
  });

  it("puts views before settings and tags, and tags before runs, of those that match alike", () => {
    expect(found("sca")).toEqual(["Scalars", "scale/a", "scan", "Scale of the axis"]);
  });

  it("puts what was used lately first", () => {
    expect(found("sca", "run:scan")[0]).toBe("scan");
  });

  it("puts a scalar before the tags of other kinds, which are cut", () => {
    expect(found("grad")).toEqual([
      "optim/grad_norm",
      "grad/layer.0",
      "grad/layer.1",
      "grad/layer.2",
      "grad/layer.3",
      "grad/layer.4",
      "+25",
    ]);
    expect(search(items, "grad", [], new Set(["tag"]))[1]?.hits).toHaveLength(30);
  });

  it("finds by other words, and says by which", () => {
    expect(found("sweep")).toEqual(["Trials (sweep)"]);
    expect(found("tab")).toEqual(["Trials (table)"]);
  });

  it("finds a choice by its own words, and a setting in place of all its choices", () => {
    expect(found("t-sne")).toEqual(["Method: t-SNE"]);
    expect(found("theme dark")).toEqual(["Theme: Dark"]);
    expect(found("method")).toEqual(["Method"]);
  });

  it("counts scattered letters only where nothing is written like that", () => {
    expect(found("the")).toEqual(["Theme", "Scale of the axis", "other"]);
    expect(found("ohr")).toEqual(["other"]);
    expect(found("zz")).toEqual([]);
  });

  it("finds one among very many", () => {
    const many = searchable(
      Array.from({ length: 20_000 }, (_, i) => item("run", `sweep/lr-0.1/seed-${i}`)),
    );
    expect(search(many, "seed 19999", [])[0]?.hits[0]?.item.text).toBe("sweep/lr-0.1/seed-19999");
    const [all] = search(many, "swp", []);
    expect([all?.hits.length, all?.more]).toEqual([20, 19_980]);
  });
});

it("what comes later stands behind what is seen, unless nothing is", () => {
  const [first, later] = [items.slice(5), items];
  const texts = (query: string) =>
    joinedBehind(search(first, query, []), search(later, query, [])).flatMap(({ hits }) =>
      hits.map(({ item: { text } }) => text),
    );
  expect(search(first, "sca", [])[0]?.hits[0]?.item.text).toBe("scale/a");
  expect(texts("sca")).toEqual(["scale/a", "scan", "Scale of the axis", "Scalars"]);
  expect(texts("method")).toEqual(["Method"]);
  expect(texts("")).toEqual(["Theme", "Scalars", "Trials"]);
});
