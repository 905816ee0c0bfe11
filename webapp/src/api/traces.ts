/** Traces of other programs: sent in pieces, read by the server, and asked for as profiles. */

import { ApiError, ask, askWith } from "./ask";
import { number, text } from "./decode";
import { choice, nullable, object, type Of } from "./shapes";

const trace = object({
  id: text,
  received: number,
  wanted: number,
  piece: number,
  state: choice(["receiving", "reading", "ready", "failed"] as const),
  error: nullable(text),
});
export type Trace = Of<typeof trace>;

const LOOK_MS = 250;

/** Whether the server still has a trace: to ask keeps it there. @throws ApiError where the server can't be asked. */
export async function hasTrace(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    return trace(await ask(`traces/${id}`, { signal }), "trace").state === "ready";
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Sends a file and waits until it is read.
 * @param onanswer - with each answer of the server.
 * @throws ApiError where the server refuses it, Error with the reason where it is no trace.
 */
export async function sendTrace(
  file: File,
  onanswer: (sent: Trace) => void,
  signal: AbortSignal,
): Promise<Trace> {
  const wanted = { name: file.name, bytes: file.size };
  let sent = trace(await askWith("traces", wanted, signal), "trace");
  onanswer(sent);
  while (sent.state === "receiving") {
    const body = file.slice(sent.received, sent.received + sent.piece);
    const path = `traces/${sent.id}?offset=${sent.received}`;
    sent = trace(await ask(path, { method: "POST", body, signal }), "trace");
    onanswer(sent);
  }
  while (sent.state === "reading") {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    sent = trace(await ask(`traces/${sent.id}`, { signal }), "trace");
    onanswer(sent);
  }
  if (sent.state === "failed") throw new Error(sent.error ?? "");
  return sent;
}
