/** Stages of a data pipeline, by the names of values in the table of trials. */

/** The type of the stage that a value is of: `train/RandomCrop#2.size[0]` is of `RandomCrop`; empty: of the whole. */
export function stageOf(name: string): string {
  const [, stage = "", rest = ""] = /^(?:.*\/)?([^/.#[\]]*)(.*)$/.exec(name) ?? [];
  const isWhole = stage === "loader" || (rest === "" && (stage === "pipeline" || stage === "data"));
  return isWhole ? "" : stage;
}
