/** What the server is, and how far it has read. */

import { ask } from "./ask";
import { flag, number, text } from "./decode";
import { choice, list, nullable, object, type Of } from "./shapes";

const loading = object({
  done: flag,
  files: number,
  files_read: number,
  bytes: number,
  bytes_read: number,
});
export type Loading = Of<typeof loading>;

const foreign = object({
  tool: text,
  files: number,
  /** One of the files, relative to the logdir. */
  example: text,
});

const lostLogdir = object({
  logdir: text,
  /** Why it can't be read; null: it was there and is gone. */
  reason: nullable(text),
});

export const status = object({
  version: text,
  logdirs: list(text),
  /** Logdirs that are single files. */
  log_files: list(text),
  logdir_exists: flag,
  /** Logdirs that were there and are gone, or that can't be read. */
  lost_logdirs: list(lostLogdir),
  /** Logs of other tools, which are not read. */
  foreign: list(foreign),
  language: nullable(text),
  theme: nullable(choice(["light", "dark"])),
  /** File of a model whose graph is shown. */
  model: nullable(text),
  /** Seconds between two looks at the files; 0 = read once. */
  reload_interval: number,
  loading,
  runs_version: number,
  tags_version: number,
  growth_version: number,
  annotations_version: number,
  logbook_version: number,
});
export type Status = Of<typeof status>;

export async function fetchStatus(): Promise<Status> {
  return status(await ask("status"), "status");
}
