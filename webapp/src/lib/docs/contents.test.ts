import { describe, expect, it } from "vitest";
import { foundDocs, sectionsOf, type ListedDoc } from "./contents";

const page = (
  name: string,
  title: string,
  place = ["", ""],
  headings: string[] = [],
): ListedDoc => ({
  name,
  title,
  section: place[0] ?? "",
  group: place[1] ?? "",
  headings,
});

const pages = [
  page("resume", "Resume a run", ["Log", ""], ["Which point counts", "Begin anew"]),
  page("keras", "Keras", ["Log", "Your trainer"], ["Resume"]),
  page("team", "A server for a team", ["Serve", ""], ["nginx", "Caddy"]),
  page("lightning", "Lightning", ["Log", "Your trainer"]),
];

describe("sectionsOf", () => {
  it("keeps the order of pages, and groups behind the pages of no group", () => {
    const names = sectionsOf(pages).map(({ title, pages: own, groups }) => [
      title,
      own.map(({ name }) => name),
      groups.map((group) => [group.title, group.pages.map(({ name }) => name)]),
    ]);
    expect(names).toEqual([
      ["Log", ["resume"], [["Your trainer", ["keras", "lightning"]]]],
      ["Serve", ["team"], []],
    ]);
  });

  it("has no section of no page", () => {
    expect(sectionsOf([])).toEqual([]);
  });
});

describe("foundDocs", () => {
  const found = (query: string) =>
    foundDocs(pages, query).map(({ page: { name }, headings }) => [name, headings]);

  it("puts titles before headings", () => {
    expect(found("resume")).toEqual([
      ["resume", []],
      ["keras", ["Resume"]],
    ]);
  });

  it("finds a heading by its words, in any case", () => {
    expect(found("NGINX")).toEqual([["team", ["nginx"]]]);
  });

  it("finds a heading by words of the title as well", () => {
    expect(found("team caddy")).toEqual([["team", ["Caddy"]]]);
  });

  it("finds nothing by scattered letters, nor by no word", () => {
    expect(found("rsm")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });
});
