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

export const status = object({
  version: text,
  logdirs: list(text),
  logdir_exists: flag,
  language: nullable(choice(["en", "zh"])),
  /** Seconds between two looks at the files; 0 = read once. */
  reload_interval: number,
  loading,
  runs_version: number,
  tags_version: number,
});
export type Status = Of<typeof status>;

export async function fetchStatus(): Promise<Status> {
  return status(await ask("status"), "status");
}
