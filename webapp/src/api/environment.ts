/** What a run's environment holds besides its fields. */

import { flag, text } from "./decode";
import { fetchPayload, fetchRecords } from "./records";
import { map, object, type Of } from "./shapes";

const environment = object({
  /** What was recorded, by name. */
  fields: map((value) => value),
  /** Installed versions by name. */
  packages: map(text),
  /** From the git commit to the code that ran. */
  diff: text,
  diff_is_cut: flag,
  /** Texts by name: what Hydra resolved, and the script. */
  files: map(text),
  /** Lines for a shell that run it again; empty where its command is not known. */
  again: text,
});
export type Environment = Of<typeof environment>;

/** The newest environment of a run; null if it recorded none. Rejects with an AbortError when aborted. */
export async function fetchEnvironment(
  run: string,
  signal?: AbortSignal,
): Promise<Environment | null> {
  const tag = "environment";
  const [series] = await fetchRecords("environment", [{ run, tag }], [], signal);
  if (series === undefined || "error" in series) return null;
  const last = series.step.length - 1;
  const [step, check] = [series.step[last], series.check[last]];
  if (step === undefined) return null;
  const { payload } = await fetchPayload("environment", run, tag, step, check ?? null, signal);
  return environment(payload, "payload");
}
