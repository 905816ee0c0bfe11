/** What is looked at: a logged graph or that of a file, and the one that it is compared with. While a component is made. */

import type { LoggedGraph } from "../../../api/graphs";
import { modelFile } from "../../../state/model-file.svelte";
import { runs } from "../../../state/runs.svelte";
import { tags } from "../../../state/tags.svelte";
import { ChosenGraph, KIND } from "./chosen.svelte";
import { GraphComparison } from "../comparison/comparison.svelte";
import { GraphPage } from "../page.svelte";
import { phasesShown, settings } from "../settings";
import { t } from "../texts";

export class Subject {
  readonly chosen = new ChosenGraph(() => ({
    run: settings.run,
    tag: settings.tag,
    step: settings.step,
  }));
  /** The graph that it is compared with: first of another run that has the same tag. */
  readonly other = new ChosenGraph(() => {
    if (!settings.comparing) return null;
    const { runs: having, run: own, tag } = this.chosen;
    const run = settings.against || having.find((each) => each !== own) || own;
    return { run, tag: settings.againstTag || tag, step: settings.againstStep };
  });
  readonly isFile = $derived(
    modelFile.name !== "" && (settings.file || (tags.known && this.chosen.tags.length === 0)),
  );
  readonly missing = $derived(this.isFile ? null : this.chosen.missing);
  readonly error = $derived(this.isFile ? modelFile.error : this.chosen.error);
  readonly tag = $derived(this.isFile ? modelFile.name : this.chosen.tag);
  /** There is none at all. */
  readonly isNothing = $derived(tags.known && tags.of(KIND).length === 0 && !this.isFile);
  readonly shown: LoggedGraph | null = $derived.by(() => {
    if (!this.isFile) return this.chosen.shown.current;
    const { graph } = modelFile;
    return graph === null ? null : { run: "", tag: modelFile.name, step: 0, graph };
  });
  readonly against: LoggedGraph | null = $derived.by(() =>
    settings.comparing ? this.other.shown.current : null,
  );
  readonly nameOfOther = $derived(
    this.other.run === this.chosen.run
      ? `${this.other.tag} · ${t("step")} ${this.other.step ?? ""}`
      : runs.shortNameOf(this.other.run),
  );

  readonly comparison = new GraphComparison(
    () => this.shown,
    () => this.against,
    () => !settings.besides,
    () => phasesShown(settings),
  );
  /** What is drawn, and what is drawn beside it. */
  readonly page = new GraphPage(
    () => this.comparison.logged,
    settings,
    () => this.comparison,
  );
  readonly otherPage = new GraphPage(() => (settings.besides ? this.against : null), settings);

  constructor() {
    $effect(() => {
      if (this.isFile) modelFile.fetch();
    });
  }

  retry(): void {
    if (this.isFile) modelFile.retry();
    else this.chosen.retry();
  }

  /** The newest graph that there is. */
  showNewest(): void {
    for (const key of ["run", "tag", "step", "select", "path"] as const) settings.reset(key);
  }

  compareWithNewest(): void {
    for (const key of ["against", "againstTag", "againstStep"] as const) settings.reset(key);
  }
}
