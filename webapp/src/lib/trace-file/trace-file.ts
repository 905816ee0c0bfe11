/** Which files are traces of profilers. */

import { suffixOf, type ModelFileSource } from "../model-file/model-file";

export const SUFFIXES = [".json", ".gz", ".folded", ".collapsed", ".txt"] as const;

/** Bytes that are read of a file's beginning: a trace shows early what it is. */
const LOOKED_AT = 1 << 16;
/** What traces have and other files of their suffixes have not: JSON of graphs, and any text. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  ".json": /"traceEvents"|"ph"\s*:|speedscope\.app\/file-format-schema/,
  ".txt": /^[^\n]+;[^\n]+ \d+\r?$/m,
};

/** Whether a file is a trace: its name says so, or else its beginning. */
export async function isTraceFile(name: string, file: ModelFileSource): Promise<boolean> {
  const low = name.toLowerCase();
  if (!SUFFIXES.some((suffix) => low.endsWith(suffix))) return false;
  const signs = SIGNS[suffixOf(low)];
  if (signs === undefined) return true;
  const beginning = await file.slice(0, LOOKED_AT).arrayBuffer();
  return signs.test(new TextDecoder().decode(beginning));
}
