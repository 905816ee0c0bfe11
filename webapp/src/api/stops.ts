/** Which trainings are asked to stop. */

import { ask, askWith } from "./ask";
import { text } from "./decode";
import { list, object } from "./shapes";

const answer = object({
  /** Ids of runs. */
  asked: list(text),
});

/** @returns ids of the runs. */
export async function fetchStops(): Promise<readonly string[]> {
  return answer(await ask("stops"), "stops").asked;
}

/** Asks the training of a run to stop; or no longer, if `on` is false. */
export async function askToStop(run: string, on: boolean): Promise<readonly string[]> {
  return answer(await askWith("stops", { runs: [run], withdraw: !on }), "stops").asked;
}
