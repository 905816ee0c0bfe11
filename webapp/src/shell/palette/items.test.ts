import { describe, expect, it } from "vitest";
import { type ItemKind, type PaletteItem, search, searchable } from "./items";

const item = (kind: ItemKind, text: string): PaletteItem => ({
  id: `${kind}:${text}`,
  kind,
  text,
  detail: "",
  go: () => undefined,
});
const items = searchable([
  item("view", "Scalars"),
  item("action", "Dark theme"),
  item("tag", "scale/a"),
  item("run", "scan"),
  item("run", "other"),
]);
const texts = (query: string, ...recent: string[]): readonly string[] =>
  search(items, query, recent).map(({ text }) => text);

describe("search", () => {
  it("without a query has what was used lately, then views and actions", () => {
    expect(texts("", "run:other", "action:Dark theme")).toEqual(["other", "Dark theme", "Scalars"]);
  });

  it("puts views before tags, and tags before runs, of those that match alike", () => {
    expect(texts("sca")).toEqual(["Scalars", "scale/a", "scan"]);
  });

  it("puts what was used lately first", () => {
    expect(texts("sca", "run:scan")).toEqual(["scan", "Scalars", "scale/a"]);
  });

  it("finds one among very many", () => {
    const many = searchable(
      Array.from({ length: 20_000 }, (_, i) => item("run", `sweep/lr-0.1/seed-${i}`)),
    );
    expect(search(many, "seed 19999", [])[0]?.text).toBe("sweep/lr-0.1/seed-19999");
    expect(search(many, "swp", [])).toHaveLength(50);
  });
});
