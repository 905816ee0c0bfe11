/** Markdown without its signs, for where a few words have room but no headings or tables. */

const rules: readonly (readonly [RegExp, string])[] = [
  // Fences, lines below headings and tables, and rules.
  [/^[ \t]*(?:```.*|~~~.*|=+|-{3,}|\*{3,}|[-|: ]*-[-|: ]*\|[-|: ]*)$/gm, ""],
  [/^\s{0,3}#{1,6}\s+/gm, ""],
  [/^[ \t]*>[ \t]?/gm, ""],
  [/^([ \t]*)[-*+][ \t]+(?:\[[ xX]\]\s+)?/gm, "$1• "],
  [/^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm, "$1"],
  [/[ \t]+\|[ \t]+/g, "  "],
  [/!?\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/(\*\*|__)(?=\S)(.*?\S)\1/g, "$2"],
  [/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, "$1"],
  [/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, "$1"],
  [/`([^`\n]+)`/g, "$1"],
  [/\n{2,}/g, "\n"],
];

export function plainText(markdown: string): string {
  return rules.reduce((text, [sign, words]) => text.replace(sign, words), markdown).trim();
}

export interface PlainPart {
  readonly text: string;
  /** A formula, as it is written between its signs. */
  readonly isMath: boolean;
}

/** As `cards/markdown/math.ts` has them. */
const formulas = /(?<![\\$])(\$\$?)(?=[^\s$])([^$`\n]*[^\s$`\\])\1(?![\d$])/g;
/** Around the number of a formula, while the words around it lose their signs. */
const [OPEN, CLOSE] = ["\ue000", "\ue001"];

/** The same, with formulas apart. */
export function plainParts(markdown: string): readonly PlainPart[] {
  const found: string[] = [];
  const held = markdown.replace(/[\ue000\ue001]/g, "").replace(formulas, (_, __, math: string) => {
    return `${OPEN}${found.push(math) - 1}${CLOSE}`;
  });
  return plainText(held)
    .split(/\ue000(\d+)\ue001/)
    .map((text, i) =>
      i % 2 === 0 ? { text, isMath: false } : { text: found[Number(text)] ?? "", isMath: true },
    )
    .filter(({ text }) => text !== "");
}
