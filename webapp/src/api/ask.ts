/** One request, and what comes back or why not. Addresses are relative: any path prefix works. */

import { text, unpack } from "./decode";
import { object } from "./shapes";

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

type Letting = (refused: ApiError | null) => void;

let letting: Letting = () => undefined;

/** Learns with each answer whether the server (still) lets this browser in: null if it does. */
export function onLetting(listener: Letting): void {
  letting = listener;
}

const refused = object({ error: object({ code: text, message: text }) });

/** An answer without the server's own error (a proxy's page, say) yields its status text. */
async function refusal(response: Response): Promise<ApiError> {
  try {
    const bytes = await response.arrayBuffer();
    const packed = response.headers.get("content-type")?.startsWith(MSGPACK) ?? false;
    const body = packed ? unpack(bytes) : JSON.parse(new TextDecoder().decode(bytes));
    const { error } = refused(body, "refusal");
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return new ApiError(response.status, "unknown", `${response.status} ${response.statusText}`);
  }
}

const MOST_TRIES = 4;

/** Milliseconds without a request after which the page is quiet. */
const QUIET = 100;

/** Requests under way, and who waits for their end. */
let under = 0;
const quietly = new Set<() => void>();

/** Calls back as soon as nothing is asked that others wait for: for what may come last. @returns how to end it. */
export function whenQuiet(work: () => void): () => void {
  quietly.add(work);
  if (under === 0) setTimeout(settle, QUIET);
  return () => quietly.delete(work);
}

/** What an answer leads to is asked before. */
function settle(): void {
  if (under > 0) return;
  const all = [...quietly];
  quietly.clear();
  for (const work of all) work();
}

/** A server whose memory for answers is full says when to ask again; whatever else it says comes back as it is. */
async function fetched(path: string, init: RequestInit): Promise<Response> {
  for (let left = MOST_TRIES - 1; ; left--) {
    const response = await fetch(`./api/${path}`, init);
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status !== 503 || !(seconds > 0) || left === 0) return response;
    await response.body?.cancel();
    await pause(seconds * 1000, init.signal);
  }
}

/** Rejects with an AbortError as soon as it is aborted. */
function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Rejects with an ApiError, or with an AbortError when aborted. */
async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  under++;
  try {
    response = await fetched(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "unreachable", "the server can't be reached");
  } finally {
    if (--under === 0) setTimeout(settle, QUIET);
  }
  if (!response.ok) {
    const error = await refusal(response);
    if (error.status === 401) letting(error);
    throw error;
  }
  letting(null);
  return response;
}

/**
 * Ask a route.
 * @param path - below `/api/`, with its query.
 * @returns the answer, unpacked and not yet checked.
 */
export async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const type = init.body ? { "Content-Type": typeOf(init.body) } : {};
  const response = await request(path, { ...init, headers: { Accept: MSGPACK, ...type } });
  return unpack(await response.arrayBuffer());
}

function typeOf(body: BodyInit): string {
  return typeof body === "string" ? "application/json" : "application/octet-stream";
}

/** Ask a route that takes its question in the body. */
export function askWith(path: string, question: unknown, signal?: AbortSignal): Promise<unknown> {
  return ask(path, { method: "POST", body: JSON.stringify(question), signal: signal ?? null });
}

/** What a route makes of a file, as a file. @param path - below `/api/`, with its query. */
export async function askOfFile(path: string, file: Blob, signal?: AbortSignal): Promise<Blob> {
  const init = { method: "POST", body: file, headers: { "Content-Type": typeOf(file) } };
  return (await request(path, { ...init, signal: signal ?? null })).blob();
}

/** A file as it is: a picture, a sound. @param address - as `mediaUrl` gives it. */
export async function askFile(address: string, signal?: AbortSignal): Promise<Blob> {
  const path = address.replace(/^\.\/api\//, "");
  return (await request(path, { signal: signal ?? null })).blob();
}
