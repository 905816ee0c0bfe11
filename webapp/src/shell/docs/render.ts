/** A page of the documentation as HTML that can do no harm, and that names no other host. */

import MarkdownIt from "markdown-it";
import { withMath } from "../../cards/markdown/math";
import { linked, slugOf } from "../../lib/docs/topics";

/** Before the names of headings, which would be those of other things in the page. */
export const headingPrefix = "doc-";

/** What the parser hands on to its rules. */
type Around = Readonly<{
  page: string;
  has: (page: string) => boolean;
  /** What ends the links that are open. */
  ends: string[];
}>;

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false });
withMath(markdown);
const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;

rules.heading_open = (tokens, index, options, _, renderer) => {
  tokens[index]?.attrSet("id", headingPrefix + slugOf(tokens[index + 1]?.content ?? ""));
  tokens[index]?.attrSet("tabindex", "-1");
  return renderer.renderToken(tokens, index, options);
};

rules.link_open = (tokens, index, _, env) => {
  const { page, has, ends } = env as Around;
  const href = String(tokens[index]?.attrGet("href") ?? "");
  const place = linked(href, page);
  if (place === null || !has(place.page)) {
    // What lies elsewhere is named, and not opened: help works without the net, and asks nobody.
    ends.push(/^https?:/.test(href) ? ` (${escapeHtml(href)})</span>` : "</span>");
    return "<span>";
  }
  ends.push("</button>");
  return `<button type="button" role="link" data-page="${escapeHtml(place.page)}" data-anchor="${escapeHtml(place.anchor)}">`;
};
rules.link_close = (_tokens, _index, _options, env) => (env as Around).ends.pop() ?? "";

// Formulas are written with these two: without attributes they can do nothing else.
rules.text = (tokens, index) =>
  escapeHtml(tokens[index]?.content ?? "").replace(/&lt;(\/?su[bp])&gt;/g, "<$1>");

rules.image = (tokens, index) => `<em>${escapeHtml(tokens[index]?.content ?? "")}</em>`;

/** @param has - whether there is a page of that name. */
export function renderDoc(text: string, page: string, has: (page: string) => boolean): string {
  const env: Around = { page, has, ends: [] };
  return markdown.render(withoutHtml(text), env);
}

/** Pictures in the themes of the page become the words for them; comments are for tests. */
function withoutHtml(text: string): string {
  return text
    .replace(/<picture>[\s\S]*?<img alt="([^"]*)"[\s\S]*?<\/picture>/g, "*$1*")
    .replace(/^<!-- .*? -->\n/gm, "");
}
