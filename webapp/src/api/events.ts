/** What the server sends by itself, as soon as it knows it. */

import { flag, number, text } from "./decode";
import { outcome, progress, runState } from "./runs";
import { list, nullable, object, type Of } from "./shapes";
import { status, type Status } from "./status";

const grownSeries = object({
  /** Also kinds that this page does not know. */
  kind: text,
  tag: text,
  count: number,
  step: number,
  /** Seconds since 1970. */
  walltime: number,
  /** Value of a scalar; other kinds have none. */
  value: nullable(number),
});
export type GrownSeries = Of<typeof grownSeries>;

const grownRun = object({
  run: text,
  /** Seconds since 1970; null: its files are gone. */
  updated: nullable(number),
  duration: nullable(number),
  records: number,
  /** Its files are still being read. */
  loading: flag,
  state: runState,
  outcome: nullable(outcome),
  /** How many scalar tags' newest value is not finite. */
  diverged: number,
  /** The largest of its scalars; null: it has none. */
  last_step: nullable(number),
  progress: nullable(progress),
  energy_kwh: nullable(number),
  gpu_hours: nullable(number),
  /** null: any series of the run may have grown. */
  series: nullable(list(grownSeries)),
});
export type GrownRun = Of<typeof grownRun>;

const growth = object({ growth: list(grownRun) });
const changed = object({ version: number });

export interface EventHandlers {
  /** The connection stands (again): what was missed meanwhile has to be fetched. */
  open(): void;
  /** The connection broke; it is tried again by itself. */
  lost(): void;
  status(status: Status): void;
  runs(version: number): void;
  tags(version: number): void;
  growth(growth: readonly GrownRun[]): void;
  annotations(version: number): void;
  logbook(version: number): void;
  alerts(version: number): void;
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
      handlers.status(status(data, "status"));
    });
    on("runs", (data) => {
      handlers.runs(changed(data, "runs").version);
    });
    on("tags", (data) => {
      handlers.tags(changed(data, "tags").version);
    });
    on("growth", (data) => {
      handlers.growth(growth(data, "growth").growth);
    });
    on("annotations", (data) => {
      handlers.annotations(changed(data, "annotations").version);
    });
    on("logbook", (data) => {
      handlers.logbook(changed(data, "logbook").version);
    });
    on("alerts", (data) => {
      handlers.alerts(changed(data, "alerts").version);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
