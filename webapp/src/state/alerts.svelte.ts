/** Alerts: what the server has found by rules, and what people say of it. */

import {
  acknowledgeAlerts,
  endSilence,
  fetchAlerts,
  silenceAlerts,
  type AlertEvent,
  type AlertsAnswer,
} from "../api/alerts";
import { flag } from "../lib/codec";
import { newest } from "../lib/newest";
import { defineSettings, setting } from "./settings.svelte";

const settings = defineSettings(null, { desktop: setting(false, flag, { link: false }) });

/** Notices on the desktop at once: of more there is one that counts them. */
const MOST_NOTICES = 3;

class Alerts {
  /** null until the first answer. */
  answer = $state.raw<AlertsAnswer | null>(null);
  /** Why the last question or change failed, or null. */
  error = $state<string | null>(null);
  /** The highest id that was known; null before the first answer. */
  #last: number | null = null;

  readonly events: readonly AlertEvent[] = $derived(this.answer?.events ?? []);

  get unacknowledged(): number {
    return this.answer?.unacknowledged ?? 0;
  }

  get editable(): boolean {
    return this.answer?.editable ?? false;
  }

  /** Whether what is found is shown on the desktop, as long as a page is open. */
  get desktop(): boolean {
    return settings.desktop && canNotify() && Notification.permission === "granted";
  }

  /** @returns whether the browser lets it be. */
  async setDesktop(on: boolean): Promise<boolean> {
    settings.desktop = on && canNotify() && (await Notification.requestPermission()) === "granted";
    return settings.desktop === on;
  }

  readonly #ask = newest(fetchAlerts, (answer) => {
    this.#take(answer);
  });

  fetch = async (): Promise<void> => {
    try {
      await this.#ask();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  };

  /** @param ids - of events; null: all. */
  acknowledge(ids: readonly number[] | null): Promise<void> {
    return this.#change(acknowledgeAlerts(ids));
  }

  /** @param run - id; null: every run. @param seconds - null: for ever. */
  silence(rule: string, run: string | null, seconds: number | null): Promise<void> {
    return this.#change(silenceAlerts({ rule, run, seconds }));
  }

  endSilence(id: number): Promise<void> {
    return this.#change(endSilence(id));
  }

  async #change(asked: Promise<AlertsAnswer>): Promise<void> {
    try {
      this.#take(await asked);
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  #take(answer: AlertsAnswer): void {
    const last = this.#last;
    this.#last = Math.max(last ?? 0, ...answer.events.map(({ id }) => id));
    this.answer = answer;
    this.error = null;
    if (last === null || !this.desktop) return;
    const found = answer.events.filter(({ id }) => id > last);
    for (const { id, rule, name, text } of found.slice(0, MOST_NOTICES)) {
      new Notification(`${rule}: ${name}`, { body: text, tag: `vdlite-${id}` });
    }
    const more = found.length - MOST_NOTICES;
    if (more > 0) new Notification(`vdlite: +${more}`, { tag: "vdlite-more" });
  }
}

/** Some pages, as in frames or without encryption, may not. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined";
}

export const alerts = new Alerts();
