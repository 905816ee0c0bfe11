/** The routes of the runs and their scalars, and the events. */

import { ask, askWith } from "./ask";
import { damageOf, growthOf, runsOf, scalarsOf, statusOf, tagsOf } from "./answers";
import { asFields, asNumber } from "./decode";
import type {
  DamageReport,
  Growth,
  Kind,
  MissingSeries,
  Run,
  ScalarSeries,
  ScalarsQuery,
  Status,
  Tag,
} from "./types";

export async function fetchStatus(): Promise<Status> {
  return statusOf(await ask("status"));
}

export async function fetchRuns(): Promise<readonly Run[]> {
  return runsOf(await ask("runs"));
}

export async function fetchTags(): Promise<ReadonlyMap<Kind, readonly Tag[]>> {
  return tagsOf(await ask("tags"));
}

/** One entry for each of `query.series`, in its order. Rejects with an AbortError when aborted. */
export async function fetchScalars(
  query: ScalarsQuery,
  signal?: AbortSignal,
): Promise<readonly (ScalarSeries | MissingSeries)[]> {
  return scalarsOf(await askWith("scalars", query, signal));
}

export async function fetchDamage(): Promise<DamageReport> {
  return damageOf(await ask("damage"));
}

/** Address of a download with every raw point of the given runs and tags. */
export function exportUrl(
  runs: readonly string[],
  tags: readonly string[],
  format: "csv" | "tsv" | "json",
  superseded = false,
): string {
  const query = new URLSearchParams();
  for (const run of runs) query.append("run", run);
  for (const tag of tags) query.append("tag", tag);
  query.set("format", format);
  if (superseded) query.set("superseded", "true");
  return `./api/export?${query}`;
}

export interface EventHandlers {
  /** The connection stands (again): what was missed meanwhile has to be fetched. */
  open(): void;
  /** The connection broke; it is tried again by itself. */
  lost(): void;
  status(status: Status): void;
  runs(version: number): void;
  tags(version: number): void;
  growth(growth: readonly Growth[]): void;
  annotations(version: number): void;
}

/** Seconds until the next try, when the browser has given up on the connection. */
const RETRY_SECONDS = 3;

/**
 * Listen to the server's events.
 * @returns a function that ends it.
 */
export function events(handlers: EventHandlers): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const on = (name: string, handle: (data: unknown) => void) => {
    source.addEventListener(name, (event) => {
      handle(JSON.parse((event as MessageEvent<string>).data));
    });
  };
  const version = (data: unknown) => asNumber(asFields(data, "event").version, "event.version");
  const connect = () => {
    source = new EventSource("./api/events");
    source.onopen = () => {
      handlers.open();
    };
    source.onerror = () => {
      handlers.lost();
      // After a refusal (a restarted server, a proxy's error page) the browser does not try again.
      if (source.readyState === EventSource.CLOSED) {
        timer = setTimeout(connect, RETRY_SECONDS * 1000);
      }
    };
    on("status", (data) => {
      handlers.status(statusOf(data));
    });
    on("runs", (data) => {
      handlers.runs(version(data));
    });
    on("tags", (data) => {
      handlers.tags(version(data));
    });
    on("growth", (data) => {
      handlers.growth(growthOf(data));
    });
    on("annotations", (data) => {
      handlers.annotations(version(data));
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
