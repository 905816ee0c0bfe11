/** What of the files can't be read. */

import { ask } from "./ask";
import { flag, number, text } from "./decode";
import { list, object, type Of } from "./shapes";

const damage = object({ run: text, file: text, offset: number, bytes: number, reason: text });
export type Damage = Of<typeof damage>;

/** Records that were not written: how many, and from when to when, in seconds since 1970. */
const gap = object({ run: text, file: text, missing: number, since: number, until: number });
export type Gap = Of<typeof gap>;

const damageReport = object({
  damage: list(damage),
  gaps: list(gap),
  /** `is_damaged`: false of files that only take a library which is not installed. */
  unreadable: list(object({ path: text, reason: text, is_damaged: flag })),
});
export type DamageReport = Of<typeof damageReport>;

export async function fetchDamage(): Promise<DamageReport> {
  return damageReport(await ask("damage"), "damage");
}
