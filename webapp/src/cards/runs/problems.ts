/** What is wrong with a run. */

import type { Run } from "../../api/runs";

/** In the order in which they matter. */
export const problems = ["failed", "diverged", "damaged", "gaps", "hangs", "quiet"] as const;
export type RunProblem = (typeof problems)[number];

type Reported = Pick<
  Run,
  "outcome" | "diverged" | "damaged" | "missing" | "hangs_since" | "state" | "loading"
>;

const is: Readonly<Record<RunProblem, (run: Reported) => boolean>> = {
  failed: ({ outcome }) => outcome === "failed",
  diverged: ({ diverged }) => diverged > 0,
  damaged: ({ damaged }) => damaged > 0,
  gaps: ({ missing }) => missing > 0,
  hangs: ({ hangs_since }) => hangs_since !== null,
  // It neither grows nor was it closed: its program waits, or was killed.
  quiet: ({ state, loading }) => state === "quiet" && !loading,
};

export function problemsOf(run: Reported): readonly RunProblem[] {
  return problems.filter((problem) => is[problem](run));
}

/** The runs that have each problem, without problems that no run has. */
export function byProblem<R extends Reported>(
  runs: readonly R[],
): readonly { readonly problem: RunProblem; readonly runs: readonly R[] }[] {
  return problems
    .map((problem) => ({ problem, runs: runs.filter((run) => is[problem](run)) }))
    .filter((each) => each.runs.length > 0);
}
