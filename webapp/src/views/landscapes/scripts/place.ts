/** Place of a landscape in the logs, where a script finds what is drawn. */

import type { LandscapePlace } from "../../../api/landscapes";
import { runs } from "../../../state/runs.svelte";
import { server } from "../../../state/server.svelte";
import type { ScriptPlace } from "./parts";

export function scriptPlace({ run, tag, step, id }: LandscapePlace): ScriptPlace {
  return { run: runs.byId.get(run)?.name ?? run, tag, step, id };
}

/** As the server says it; of several the first, since a script reads one. */
export function logdir(): string {
  return server.status?.logdirs[0] ?? ".";
}
