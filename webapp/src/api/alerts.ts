/** Which rules were broken, and what people said of it. */

import { ask, askWith } from "./ask";
import { flag, number, text } from "./decode";
import { list, nullable, object, type Of } from "./shapes";

const event = object({
  /** It rises. */
  id: number,
  /** Name of the rule. */
  rule: text,
  /** "info", "warn" or "error". */
  level: text,
  /** Id of the run, which may be gone. */
  run: text,
  /** Of the run. */
  name: text,
  /** Of the scalar; null: it is about the run. */
  tag: nullable(text),
  step: nullable(number),
  text,
  /** Seconds since 1970. */
  found: number,
  /** Seconds since 1970; null: nobody has. */
  acknowledged: nullable(number),
});
export type AlertEvent = Of<typeof event>;

const silence = object({
  id: number,
  /** null: every rule. */
  rule: nullable(text),
  /** Name of the run; null: every run. */
  name: nullable(text),
  /** Seconds since 1970; null: for ever. */
  until: nullable(number),
});
export type AlertSilence = Of<typeof silence>;

const channel = object({
  name: text,
  /** Events that are still to be sent. */
  waiting: number,
  /** Why the last message was not delivered. */
  problem: nullable(text),
});
export type AlertChannel = Of<typeof channel>;

const answer = object({
  version: number,
  editable: flag,
  unacknowledged: number,
  /** The newest first. */
  events: list(event),
  rules: list(object({ name: text, what: text })),
  channels: list(channel),
  silences: list(silence),
  /** Why queries of rules find nothing. */
  problems: list(text),
});
export type AlertsAnswer = Of<typeof answer>;

export async function fetchAlerts(): Promise<AlertsAnswer> {
  return answer(await ask("alerts"), "alerts");
}

/** @param ids - of events; null: all. */
export async function acknowledgeAlerts(ids: readonly number[] | null): Promise<AlertsAnswer> {
  return answer(await askWith("alerts/acknowledgements", { ids }), "alerts");
}

/** @param asked - `run`: an id; null: every rule, every run, for ever. */
export async function silenceAlerts(asked: {
  readonly rule: string | null;
  readonly run: string | null;
  readonly seconds: number | null;
}): Promise<AlertsAnswer> {
  return answer(await askWith("alerts/silences", asked), "alerts");
}

export async function endSilence(id: number): Promise<AlertsAnswer> {
  return answer(await ask(`alerts/silences/${id}`, { method: "DELETE" }), "alerts");
}
