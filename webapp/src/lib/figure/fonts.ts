/** Which letters a figure has. */

/** `page`: as the page itself; `own`: by a name that is typed in. */
export type FigureFamily = "sans" | "serif" | "page" | "own";

const stacks: Record<Exclude<FigureFamily, "own">, string> = {
  sans: "Helvetica, Arial, sans-serif",
  serif: "Times New Roman, Times, serif",
  page: "system-ui, -apple-system, Segoe UI, sans-serif",
};

/** As SVG and CSS have it. @param own - what was typed in; without one, the sans stands for it. */
export function familyOf(family: FigureFamily, own: string): string {
  if (family !== "own") return stacks[family];
  const name = own.replace(/["'<>&;\\]/g, "").trim();
  return name === "" ? stacks.sans : `${name}, ${stacks.sans}`;
}

/** One of the fonts that every reader of PDF has. */
export function standardFont(family: FigureFamily, own: string): "helvetica" | "times" {
  if (family === "serif") return "times";
  return family === "own" &&
    /times|roman|serif(?!.*sans)|georgia|garamond/i.test(own) &&
    !/sans/i.test(own)
    ? "times"
    : "helvetica";
}

/** What the encoding of standard fonts (cp1252) has beside Latin-1. */
const beside = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Whether the standard fonts of PDF have all letters of a text. */
export function isStandard(text: string): boolean {
  return [...text].every((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return (
      (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0x100) || beside.includes(letter)
    );
  });
}
