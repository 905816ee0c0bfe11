/** From a value of a data pipeline to the graph that describes it. */

import { fetchRecords } from "../../api/records";
import { runs } from "../../state/runs.svelte";
import { tags } from "../../state/tags.svelte";
import { url } from "../../state/url.svelte";

/** Whether a run has logged any graph, of which one may be of its data. */
export function mayHavePipeline(run: string): boolean {
  return tags.of("graph").some(({ runs: having }) => having.includes(run));
}

/** Shows the newest data graph of a run. @param stage - the type of what is searched in it; empty: nothing. */
export async function showPipeline(run: string, stage: string): Promise<void> {
  const own = tags.of("graph").filter(({ runs: having }) => having.includes(run));
  const series = own.map(({ tag }) => ({ run, tag }));
  let tag = own[0]?.tag ?? "";
  try {
    const found = await fetchRecords("graph", series, []);
    const ofData = found.find((each) => "newest" in each && each.newest.flavor === "data");
    tag = ofData?.tag ?? tag;
  } catch {
    // The view of graphs asks again, and says what is wrong.
  }
  if (!runs.isSelected(run)) runs.select([run]);
  const whole = ["step", "path", "select"].map((name) => [name, ""] as const);
  const plain = ["comparing", "file"].map((name) => [name, "0"] as const);
  const search = stage === "" ? "" : `type:${stage}`;
  url.open("graphs", new Map([...whole, ...plain, ["run", run], ["tag", tag], ["search", search]]));
}
