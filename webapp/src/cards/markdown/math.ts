/** Formulas in Markdown: `$x^2$` within a line, `$$x^2$$` on its own. */

import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** Longer formulas stay as they are written. */
const LONGEST = 2000;
/** More formulas of a text stay as they are written: each takes a moment to draw. */
const MOST = 500;
/** Macros can make much of little: those of a text that anybody may have written are not taken. */
const MACROS = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|newenvironment)\b/;

/**
 * Teaches a parser formulas. Its HTML holds them as they are written, in elements of the class `math`: drawing them
 * needs a library that few texts need.
 */
export function withMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.after("escape", "math", inline);
  markdown.block.ruler.before("fence", "math", block, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  const { escapeHtml } = markdown.utils;
  const write = (isBlock: boolean) => (tokens: readonly { content: string }[], index: number) => {
    const source = escapeHtml(tokens[index]?.content ?? "");
    const name = isBlock ? "math block" : "math";
    return isBlock
      ? `<p class="${name}">${source}</p>\n`
      : `<span class="${name}">${source}</span>`;
  };
  markdown.renderer.rules.math = write(false);
  markdown.renderer.rules.math_block = write(true);
}

/** As Pandoc has it: no blank inside of either sign, and no digit after the second, so that prices are none. */
function inline(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== "$") return false;
  const sign = src[pos + 1] === "$" ? "$$" : "$";
  const start = pos + sign.length;
  const end = closing(src, start, sign);
  if (end < 0 || end >= state.posMax || end - start > LONGEST) return false;
  const source = src.slice(start, end);
  if (source.trim() === "") return false;
  if (sign === "$") {
    // What is between a sign in a text and one in code is no formula.
    if (source.includes("`")) return false;
    if (/^\s|\s$/.test(source) || /\d/.test(src[end + 1] ?? "")) return false;
  }
  if (!isSilent) state.push(sign === "$" ? "math" : "math_block", "", 0).content = source.trim();
  state.pos = end + sign.length;
  return true;
}

/** Where the next sign begins that is not escaped; -1: nowhere. */
function closing(src: string, from: number, sign: string): number {
  // No further than a formula may reach: a text may hold thousands of signs that nothing closes.
  const near = src.slice(from, from + LONGEST + sign.length);
  for (let at = 0; at < near.length; at++) {
    if (near[at] === "\\") at++;
    else if (near.startsWith(sign, at)) return from + at;
  }
  return -1;
}

/** A formula over several lines, the first of which begins with the signs and the last of which ends with them. */
function block(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineOf = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineOf(startLine).trim();
  if (!first.startsWith("$$") || (first.length > 2 && first.indexOf("$$", 2) >= 0)) return false;
  const lines = [first.slice(2)];
  let length = first.length;
  for (let line = startLine + 1; line < endLine && length <= LONGEST; line++) {
    const text = lineOf(line).trimEnd();
    length += text.length + 1;
    if (!text.endsWith("$$")) {
      if (text.trimStart().startsWith("$$")) return false; // another one begins
      lines.push(text);
      continue;
    }
    const source = [...lines, text.slice(0, -2)].join("\n").trim();
    if (source === "" || source.length > LONGEST) return false;
    if (isSilent) return true;
    const token = state.push("math_block", "", 0);
    token.block = true;
    token.content = source;
    token.map = [startLine, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
}

/** Draws the formulas inside an element; one that can't be read stays as it is written. */
export async function drawMath(host: HTMLElement): Promise<void> {
  const found = [...host.querySelectorAll<HTMLElement>(".math")];
  if (found.length === 0) return;
  const { default: katex } = await import("katex");
  for (const element of found.slice(0, MOST)) {
    const source = element.textContent;
    try {
      if (MACROS.test(source)) throw new Error("macros are not taken");
      // MathML needs no fonts and no styles of its own.
      katex.render(source, element, {
        output: "mathml",
        displayMode: element.classList.contains("block"),
        trust: false,
        strict: false,
        maxExpand: 100,
        maxSize: 20,
      });
    } catch (error) {
      element.textContent = source;
      element.title = error instanceof Error ? error.message : String(error);
      element.classList.add("wrong");
    }
  }
}
