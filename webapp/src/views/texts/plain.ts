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
