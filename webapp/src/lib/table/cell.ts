/** Values as cells of a table of text. */

/** A spreadsheet takes a cell that begins so for a formula, which may send what it finds to anybody. */
const formula = /^[=+\-@\t\r]/;
const number = /^([+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|-Infinity)$/i;

/** The text, with an apostrophe before one that would be a formula; numbers stay as they are. */
export function harmless(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}

/** A field as RFC 4180 has it, and never a formula. A number is its shortest text that reads back as the same. */
export function cellOf(value: string | number | boolean | null, separator = ","): string {
  const text = typeof value === "string" ? harmless(value) : value === null ? "" : String(value);
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
