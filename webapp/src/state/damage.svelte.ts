/** What is wrong with the logs. */

import { fetchDamage } from "../api/client";
import type { DamageReport } from "../api/types";

class Damage {
  /** null until the first answer. */
  report = $state.raw<DamageReport | null>(null);
  error = $state.raw<string | null>(null);

  /** Damaged places, gaps and unreadable files. */
  get count(): number {
    const { report } = this;
    if (report === null) return 0;
    return report.damage.length + report.gaps.length + report.unreadable.length;
  }

  async fetch(): Promise<void> {
    try {
      this.report = await fetchDamage();
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const damage = new Damage();
