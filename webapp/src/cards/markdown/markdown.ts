/** Markdown as HTML that can do no harm: what is HTML in the text is shown as it is written. */

import MarkdownIt from "markdown-it";
import { withMath } from "./math";
import { withTasks } from "./tasks";

/** Longer texts are shown as they are written: laying out their Markdown would take seconds. */
export const MARKDOWN_LIMIT = 300_000;

// Line breaks stay where the text has them: most texts are logged, not written.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

withMath(markdown);
withTasks(markdown);

const { rules } = markdown.renderer;

rules.link_open = (tokens, index, options, _, renderer) => {
  tokens[index]?.attrSet("target", "_blank");
  tokens[index]?.attrSet("rel", "noopener noreferrer");
  return renderer.renderToken(tokens, index, options);
};

// The headings of a text stand below that of the card or note that holds it.
const BELOW = 3;
rules.heading_open = (tokens, index, options, _, renderer) => {
  const token = tokens[index];
  token?.attrSet("aria-level", String(Number(token.tag.slice(1)) + BELOW));
  return renderer.renderToken(tokens, index, options);
};

// A picture from elsewhere would show others that the text is read: it is a link, unless it lies in the text itself.
const drawImage = rules.image;
rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const source = String(token?.attrGet("src") ?? "");
  if (token === undefined || drawImage === undefined) return "";
  if (source.startsWith("data:image/")) return drawImage(tokens, index, options, env, renderer);
  const { escapeHtml } = markdown.utils;
  const words = escapeHtml(token.content || source);
  return `<a href="${escapeHtml(source)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
};

/** @returns HTML, with every link leading to a new tab. */
export function rendered(source: string): string {
  return markdown.render(source);
}

/** Where the links of a text lead, in their order, each once. */
export function linksOf(source: string): string[] {
  const found = markdown
    .parse(source, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "link_open")
    .map((token) => String(token.attrGet("href") ?? ""));
  return [...new Set(found)];
}
