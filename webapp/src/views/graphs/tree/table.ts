/** The lines of the scope tree as Markdown and as CSV. */

import { bytesText, quantity, share } from "../words";
import type { ScopeTableRow } from "./rows";

const cell = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").split(/\s+/).join(" ").trim();

/** @param heads - of the seven columns: scope, type, output, parameters, FLOPs, bytes, share of the FLOPs. */
export function markdown(rows: readonly ScopeTableRow[], heads: readonly string[]): string {
  const whole = rows[0]?.numbers.flops ?? 0;
  const lines = rows.map(({ level, name, type, output, numbers }) => [
    `${"&nbsp;&nbsp;".repeat(level - 1)}${cell(name)}`,
    cell(type),
    cell(output),
    numbers.parameters.toLocaleString("en"),
    quantity(numbers.flops),
    bytesText(numbers.bytes),
    share(numbers.flops, whole),
  ]);
  const all = [heads, ["---", "---", "---", "---:", "---:", "---:", "---:"], ...lines];
  return all.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** Numbers in full. */
export function csv(rows: readonly ScopeTableRow[], heads: readonly string[]): string {
  const quoted = (value: string | number): string => {
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    // A text that begins like a formula would be worked out by spreadsheets.
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const whole = rows[0]?.numbers.flops ?? 0;
  const lines = rows.map(({ level, name, type, output, numbers }) => [
    level - 1,
    name,
    type,
    output,
    numbers.parameters,
    numbers.flops,
    numbers.bytes,
    whole > 0 ? numbers.flops / whole : NaN,
  ]);
  return (
    [["level", ...heads], ...lines].map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n"
  );
}
