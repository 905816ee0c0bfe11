/** What a run's environment holds besides its fields. */

import { asFields, asFlag, asText } from "./decode";
import { fetchPayload, fetchRecords } from "./records";

export interface Environment {
  /** Installed versions by name. */
  readonly packages: ReadonlyMap<string, string>;
  /** From the git commit to the code that ran. */
  readonly diff: string;
  readonly diffIsCut: boolean;
}

export function environmentOf(payload: Readonly<Record<string, unknown>>): Environment {
  const packages = asFields(payload.packages, "packages");
  return {
    packages: new Map(
      Object.entries(packages).map(([name, version]) => [
        name,
        asText(version, `packages.${name}`),
      ]),
    ),
    diff: asText(payload.diff, "diff"),
    diffIsCut: asFlag(payload.diff_is_cut, "diff_is_cut"),
  };
}

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
  return environmentOf(payload);
}
