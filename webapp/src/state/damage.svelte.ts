/** What is wrong with the logs. */

import { fetchDamage, type DamageReport } from "../api/damage";
import { newest } from "../lib/newest";

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

  readonly #ask = newest(fetchDamage, (report) => {
    this.report = report;
    this.error = null;
  });

  async fetch(): Promise<void> {
    try {
      await this.#ask();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

export const damage = new Damage();
