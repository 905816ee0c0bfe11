/** Tables as text: uploads of vectors and metadata, and projections as files. Pure. */

import type { MetadataColumn } from "../../api/embeddings";
import { harmless } from "../../lib/table/cell";
import { csvOf } from "../../lib/table/write";

/** The text is no table of the wanted kind; the message says where. */
export class EmbeddingTableError extends Error {
  constructor(
    /** Counted from 1. */
    readonly line: number,
    readonly got: string,
    readonly want: string,
  ) {
    super(`line ${line}: got ${got}, want ${want}`);
  }
}

export interface Vectors {
  /** [points, dimensions], row by row. */
  readonly values: Float32Array;
  readonly points: number;
  readonly dimensions: number;
}

function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

const WORDS: Readonly<Record<string, number>> = {
  nan: NaN,
  "": NaN,
  inf: Infinity,
  infinity: Infinity,
  "-inf": -Infinity,
  "-infinity": -Infinity,
};

function numberOf(text: string): number | null {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (trimmed !== "" && !Number.isNaN(value)) return value;
  return WORDS[trimmed.toLowerCase()] ?? null;
}

/** One vector in a line, its numbers apart by tabs (or else commas, or spaces). Throws TableError. */
export function parseVectors(text: string): Vectors {
  const lines = linesOf(text);
  const first = lines[0] ?? "";
  const apart = first.includes("\t") ? "\t" : first.includes(",") ? "," : /\s+/;
  const dimensions = first.trim() === "" ? 0 : first.trim().split(apart).length;
  if (dimensions === 0) throw new EmbeddingTableError(1, "nothing", "numbers");
  const values = new Float32Array(lines.length * dimensions);
  lines.forEach((line, row) => {
    const cells = line.trim().split(apart);
    if (cells.length !== dimensions) {
      throw new EmbeddingTableError(row + 1, `${cells.length} numbers`, `${dimensions}`);
    }
    cells.forEach((cell, i) => {
      const value = numberOf(cell);
      if (value === null)
        throw new EmbeddingTableError(row + 1, `"${cell.slice(0, 40)}"`, "a number");
      values[row * dimensions + i] = value;
    });
  });
  return { values, points: lines.length, dimensions };
}

/**
 * Metadata: one line for each point; with several columns, or one line more than there are points,
 * the first line names them. Throws TableError.
 */
export function parseMetadata(text: string, points: number): readonly MetadataColumn[] {
  const rows = linesOf(text).map((line) => line.split("\t"));
  const width = rows[0]?.length ?? 0;
  const headed = rows.length === points + 1;
  if (!headed && rows.length !== points) {
    throw new EmbeddingTableError(
      rows.length,
      `${rows.length} lines`,
      `${points}, or one more with names`,
    );
  }
  const names = headed ? (rows[0] ?? []) : [];
  const body = headed ? rows.slice(1) : rows;
  body.forEach((row, i) => {
    if (row.length !== width) {
      throw new EmbeddingTableError(i + (headed ? 2 : 1), `${row.length} columns`, `${width}`);
    }
  });
  return Array.from({ length: width }, (_, i) => {
    const name = names[i]?.trim() ?? (width > 1 ? `label_${i}` : "label");
    return columnOf(
      name === "" ? `label_${i}` : name,
      body.map((row) => row[i] ?? ""),
    );
  });
}

/** Numbers, if all are such; else text. */
function columnOf(name: string, texts: readonly string[]): MetadataColumn {
  const numbers = texts.map(numberOf);
  const some = texts.some((text) => text.trim() !== "");
  if (some && numbers.every((value) => value !== null)) {
    return { name, type: "number", values: Float64Array.from(numbers as number[]) };
  }
  return { name, type: "text", values: texts };
}

export type TableFormat = "tsv" | "csv" | "json";

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  tsv: "text/tab-separated-values",
  csv: "text/csv",
  json: "application/json",
};

/** The points that have a place, one in a row: position, coordinates, metadata. */
export function table(
  coordinates: readonly Float32Array[],
  names: readonly string[],
  columns: readonly MetadataColumn[],
  format: TableFormat,
): string {
  const header = ["point", ...names, ...columns.map((column) => column.name)];
  const rows: (readonly (string | number | null)[])[] = [];
  const number = coordinates[0]?.length ?? 0;
  for (let i = 0; i < number; i++) {
    const place = coordinates.map((column) => column[i] ?? NaN);
    if (!place.every(Number.isFinite)) continue;
    rows.push([i, ...place, ...columns.map((column) => column.values[i] ?? null)]);
  }
  if (format === "json") {
    const objects = rows.map((row) =>
      Object.fromEntries(header.map((name, i) => [name, finite(row[i] ?? null)])),
    );
    return `${JSON.stringify(objects)}\n`;
  }
  if (format === "csv") {
    return csvOf([header, ...rows].map((row) => row.map((value) => value ?? undefined)));
  }
  return [header, ...rows].map(tsvLine).join("");
}

function finite(value: string | number | null): string | number | null {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** A tab or a new line inside a cell would break the table: a space stands for it. */
function tsvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((value) => {
    if (typeof value !== "string") return value === null ? "" : String(value);
    return harmless(value.replace(/[\t\r\n]+/g, " "));
  });
  return `${texts.join("\t")}\n`;
}
