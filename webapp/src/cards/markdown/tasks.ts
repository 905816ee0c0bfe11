/** `- [ ]` and `- [x]` in Markdown, as boxes that are ticked or not. */

import type { MarkdownIt } from "markdown-it";

const MARK = /^\[([ xX])\](?=\s|$)/;

export function withTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.after("inline", "tasks", ({ tokens, Token }) => {
    tokens.forEach((token, i) => {
      const [item, paragraph] = [tokens[i - 2], tokens[i - 1]];
      if (token.type !== "inline" || paragraph?.type !== "paragraph_open") return;
      if (item?.type !== "list_item_open") return;
      const text = token.children?.[0];
      const mark = text?.type === "text" ? MARK.exec(text.content) : null;
      if (text === undefined || mark === null) return;
      text.content = text.content.slice(mark[0].length);
      const box = new Token("task", "input", 0);
      box.attrs = [
        ["type", "checkbox"],
        ["disabled", ""],
      ];
      if (mark[1] !== " ") box.attrPush(["checked", ""]);
      item.attrJoin("class", "task");
      token.children?.unshift(box);
    });
  });
}
