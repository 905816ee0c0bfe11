/** The one place that talks to the server. Addresses are relative: any path prefix works. */

import { damageOf, growthOf, runsOf, scalarsOf, statusOf, tagsOf } from "./answers";
import { asFields, asNumber, asText, unpack } from "./decode";
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

const MSGPACK = "application/msgpack";

/** The server refused; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** An answer without the server's own error (a proxy's page, say) yields its status text. */
async function refusal(response: Response): Promise<ApiError> {
  try {
    const bytes = await response.arrayBuffer();
    const packed = response.headers.get("content-type")?.startsWith(MSGPACK) ?? false;
    const body = packed ? unpack(bytes) : JSON.parse(new TextDecoder().decode(bytes));
    const error = asFields(asFields(body, "body").error, "error");
    const code = asText(error.code, "error.code");
    return new ApiError(response.status, code, asText(error.message, "error.message"));
  } catch {
    return new ApiError(response.status, "unknown", `${response.status} ${response.statusText}`);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`./api/${path}`, {
      ...init,
      headers: { Accept: MSGPACK, ...(init.body ? { "Content-Type": "application/json" } : {}) },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "unreachable", "the server can't be reached");
  }
  if (!response.ok) throw await refusal(response);
  return unpack(await response.arrayBuffer());
}

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
  const init = { method: "POST", body: JSON.stringify(query), signal: signal ?? null };
  return scalarsOf(await ask("scalars", init));
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
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
