/** The page follows the logs: what grew comes from the server's events and is handed on in time. */

import { events, type GrownRun } from "../api/events";
import type { Status } from "../api/status";
import { flag, numberIn } from "../lib/codec";
import { mergeGrowth } from "../lib/growth";
import { alerts } from "./alerts.svelte";
import { annotations } from "./annotations.svelte";
import { refetchLogbooks } from "./logbook.svelte";
import { runs } from "./runs.svelte";
import { server } from "./server.svelte";
import { defineSettings, setting } from "./settings.svelte";
import { tags } from "./tags.svelte";

export type Connection = "off" | "connecting" | "open" | "lost";

type Listener = (growth: readonly GrownRun[]) => void;

/**
 * A page that is hidden for longer gives its connection back: a browser has but six for one server,
 * and a seventh tab would wait for ever.
 */
const SLEEP_SECONDS = 30;

const settings = defineSettings(null, {
  live: setting(true, flag, { link: false }),
  interval: setting(0.3, numberIn(0.2, 3600), { link: false }),
});

/** What is fetched anew as a whole when it changed. */
const FETCH = {
  runs: () => runs.fetch(),
  tags: () => tags.fetch(),
  annotations: () => annotations.fetch(),
  logbook: refetchLogbooks,
  alerts: alerts.fetch,
};

class Live {
  /** It connects as soon as the page's first questions are answered. */
  connection = $state<Connection>(settings.live ? "connecting" : "off");

  #close: (() => void) | null = null;
  readonly #listeners = new Set<Listener>();
  /** What was not handed on yet, by run. */
  #waiting = new Map<string, GrownRun>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastFlush = -Infinity;
  /** True if growth may have been missed: also between the page's first questions and the connection. */
  #behind = true;
  /** Later a server that was started anew may stand behind the connection, with versions that mean something else. */
  #isFirst = true;
  /** What changed while the page was hidden. */
  readonly #stale = new Set<keyof typeof FETCH>();

  constructor() {
    let sleep: ReturnType<typeof setTimeout> | undefined;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(sleep);
      if (document.hidden) {
        if (alerts.desktop) return; // it is to hear of what is found
        sleep = setTimeout(() => {
          this.#stop();
        }, SLEEP_SECONDS * 1000);
        return;
      }
      if (runs.known) this.start();
      void this.#refetch();
      this.#schedule();
    });
  }

  get on(): boolean {
    return settings.live;
  }

  set on(value: boolean) {
    settings.live = value;
    if (value) this.start();
    else this.#stop();
  }

  /** The least seconds between two redraws. */
  get interval(): number {
    return settings.interval;
  }

  set interval(seconds: number) {
    settings.interval = seconds;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule();
  }

  /**
   * Learns what grew: one entry for each run, at most once in `interval`, never while the page
   * is hidden. What was missed comes with `series` null.
   * @returns a function that ends it.
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Connect, if the user has not turned it off. */
  start(): void {
    if (!settings.live || this.#close !== null) return;
    this.connection = "connecting";
    this.#close = events({
      open: () => {
        this.connection = "open";
        server.error = null;
      },
      lost: () => {
        this.connection = "lost";
        this.#behind = true;
        void server.probe();
      },
      status: (status) => {
        server.take(status);
        // The server listens to its logs for this page from its first status on.
        if (this.#behind && !(this.#isFirst && isNewest(status))) void this.#catchUp();
        this.#behind = this.#isFirst = false;
      },
      runs: () => {
        this.#stale.add("runs");
        void this.#refetch();
      },
      tags: () => {
        this.#stale.add("tags");
        void this.#refetch();
      },
      growth: (growth) => {
        this.#collect(growth);
      },
      annotations: () => {
        this.#stale.add("annotations");
        void this.#refetch();
      },
      logbook: () => {
        this.#stale.add("logbook");
        void this.#refetch();
      },
      // Also of a page that is hidden: what is found may be shown on the desktop.
      alerts: () => void alerts.fetch(),
    });
  }

  #stop(): void {
    this.#close?.();
    this.#close = null;
    this.#behind = true;
    this.connection = "off";
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #catchUp(): Promise<void> {
    const before = new Map(runs.list.map(({ id, records }) => [id, records]));
    this.#stale.add("runs").add("tags").add("annotations").add("logbook").add("alerts");
    await this.#refetch();
    // A hidden page has not asked: any run may have grown.
    const grown = runs.list.filter(
      ({ id, records }) => document.hidden || records !== before.get(id),
    );
    this.#collect(
      grown.map(
        ({
          id,
          updated,
          duration,
          records,
          loading,
          state,
          outcome,
          diverged,
          last_step,
          progress,
          energy_kwh,
          gpu_hours,
        }) => ({
          run: id,
          updated,
          duration,
          records,
          loading,
          state,
          outcome,
          diverged,
          last_step,
          progress,
          energy_kwh,
          gpu_hours,
          series: null,
        }),
      ),
    );
  }

  async #refetch(): Promise<void> {
    if (document.hidden) return;
    const stale = [...this.#stale];
    this.#stale.clear();
    try {
      await Promise.all(stale.map((what) => FETCH[what]()));
    } catch {
      // The connection broke meanwhile: what is missing is fetched when it stands again.
      for (const what of stale) this.#stale.add(what);
    }
  }

  #collect(growth: readonly GrownRun[]): void {
    for (const news of growth) {
      const earlier = this.#waiting.get(news.run);
      this.#waiting.set(news.run, earlier ? mergeGrowth(earlier, news) : news);
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0 || document.hidden) return;
    const due = this.#lastFlush + settings.interval * 1000 - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (!document.hidden) this.#flush();
      },
      Math.max(0, due),
    );
  }

  #flush(): void {
    const growth = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#lastFlush = performance.now();
    runs.grow(growth);
    for (const listener of this.#listeners) listener(growth);
  }
}

/** Whether what the page has is of that moment. */
function isNewest(now: Status): boolean {
  return (
    now.loading.done &&
    runs.version === now.runs_version &&
    runs.growthVersion === now.growth_version &&
    tags.version === now.tags_version &&
    annotations.version === now.annotations_version
  );
}

export const live = new Live();
