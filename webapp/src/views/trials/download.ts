/** The table as it is shown, for the user to keep, with what identifies its rows elsewhere. */

import { fileName, save } from "../../lib/files";
import { distinctTitles, type Form, mediaTypes, written } from "../../lib/table/write";
import { runs } from "../../state/runs.svelte";
import { identityColumns } from "./run-columns";
import { t } from "./texts";
import type { Trials } from "./trials.svelte";

export function download(trials: Trials, form: Form): void {
  const { rows, table } = trials;
  const columns = [...identityColumns(table, (id) => runs.byId.get(id)), ...trials.columns];
  const titles = distinctTitles(columns, trials.titleOf, ({ group }) => t(group));
  const text = written({ columns, titles, rows }, form);
  save(fileName("trials", form), new Blob([text], { type: mediaTypes[form] }));
}
