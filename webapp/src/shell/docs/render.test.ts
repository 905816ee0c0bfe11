import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { topics } from "../../lib/docs/topics";
import { renderDoc } from "./render";

const docs = new URL("../../../../docs/", import.meta.url);
const names = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.slice(0, -".md".length));
const has = (page: string): boolean => names.includes(page);
const rendered = (name: string): string =>
  renderDoc(readFileSync(new URL(`${name}.md`, docs), "utf8"), name, has);
const all = new Map(names.map((name) => [name, rendered(name)]));

describe("the documentation", () => {
  it("has a section for each topic of the page's help", () => {
    const missing = Object.values(topics).filter(
      ({ page, anchor }) => !(all.get(page) ?? "").includes(` id="doc-${anchor}"`),
    );
    expect(missing).toEqual([]);
  });

  it("has no link that leads to no section", () => {
    const missing = [...all].flatMap(([name, html]) =>
      [...html.matchAll(/data-page="([^"]*)" data-anchor="([^"]*)"/g)]
        .filter(([, page = "", anchor = ""]) => {
          return anchor !== "" && !(all.get(page) ?? "").includes(` id="doc-${anchor}"`);
        })
        .map(([link]) => `${name}: ${link}`),
    );
    expect(missing).toEqual([]);
  });

  it("loads nothing and leads nowhere else", () => {
    const found = [...all.values()].flatMap(
      (html) => html.match(/<(?:a|img|picture|source)\b|\b(?:src|href)=/g) ?? [],
    );
    expect(found).toEqual([]);
  });

  it("shows no comments and no HTML as it is written", () => {
    const odd = [...all].filter(([, html]) => /&lt;(?:picture|source|img|su[bp]|!--)/.test(html));
    expect(odd.map(([name]) => name)).toEqual([]);
  });
});

describe("renderDoc", () => {
  const html = (text: string): string => renderDoc(text, "views/scalars", has);

  it("turns links between files into links between pages", () => {
    expect(html("[a](../kinds/curves.md#the-page)")).toContain(
      'data-page="kinds/curves" data-anchor="the-page">a</button>',
    );
    expect(html("[a](#smoothing)")).toContain('data-page="views/scalars" data-anchor="smoothing"');
  });

  it("names what lies elsewhere, and makes no link of it", () => {
    expect(html("[paper](https://example.org/a?b&c)")).toBe(
      "<p><span>paper (https://example.org/a?b&amp;c)</span></p>\n",
    );
    expect(html("[x](../../demos/a.py) [y](../../../secret.md)")).toBe(
      "<p><span>x</span> <span>y</span></p>\n",
    );
  });

  it("shows HTML as it is written", () => {
    expect(html("<script>alert(1)</script>")).toContain("&lt;script&gt;");
    expect(html("x<sub>1</sub> <sub onclick=a>")).toBe(
      "<p>x<sub>1</sub> &lt;sub onclick=a&gt;</p>\n",
    );
    expect(html("![<b>](x.png)")).toBe("<p><em>&lt;b&gt;</em></p>\n");
  });
});
