/** The files of one run. */

import { ask } from "./ask";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const logFile = object({
  /** In the folder of the run. */
  name: text,
  /** Seconds since 1970; null: it can't be read so far. */
  started: nullable(number),
  /** Seconds since 1970. */
  updated: number,
  bytes: number,
  /** Size of the media file beside it; null: there is none. */
  media_bytes: nullable(number),
  records: number,
  damaged: number,
  /** Records that its writer could not write. */
  missing: number,
  /** Its writer has closed it. */
  ended: flag,
  /** Why nothing of it can be read; null: it can. */
  failure: nullable(text),
});
export type LogFile = Of<typeof logFile>;

export const files = object({ files: list(logFile) });

/** The oldest first. Rejects with an AbortError when aborted. */
export async function fetchFiles(run: string, signal: AbortSignal): Promise<readonly LogFile[]> {
  const query = new URLSearchParams({ run });
  return files(await ask(`files?${query}`, { signal }), "files").files;
}
