/** Settings of the Graphs view, remembered and carried by links. */

import { stepSettings } from "../../cards/steps/chosen-steps";
import { stepChoice } from "../../cards/steps/step-codec";
import type { StepChoice } from "../../cards/steps/steps";
import { choice, flag, list, text } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { BoxColoring } from "./drawing/coloring";
import { ALL_STEPS } from "./drawing/marks";
import { t } from "./texts";

export type DirectionChoice = "auto" | "down" | "right";

/** What the panel knows of the graph: the phases that it has operations of. */
export interface PhaseFacts {
  readonly phases: ReadonlySet<number | undefined>;
}

const { toggle, choose, slide } = controlsIn(t);
const ofPhase = (phase: number) => ({
  disabled: ({ phases }: PhaseFacts) => !phases.has(phase),
  title: ({ phases }: PhaseFacts) => (phases.has(phase) ? "" : t("notLogged")),
});
const unkept = { store: false } as const;
const unlinked = { link: false } as const;

export const settings = defineSettings("graphs", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  ...stepSettings(),
  /** The file of a model is shown in place of what a run has logged. */
  file: setting(false, flag, unkept),

  /** Keys of boxes that are open though they are not at first, after a plus; closed ones after a minus. */
  open: setting<readonly string[]>([], list, { ...unkept, resets: true }),
  /** Keys of the first ones of repeated boxes that are shown one by one. */
  unfolded: setting<readonly string[]>([], list, { ...unkept, resets: true }),
  /** Key of the selected box; empty: none. */
  select: setting("", text, unkept),
  /** What is around the selected box is opened, for a link that leads to it from elsewhere. */
  reveal: setting(false, flag, unkept),
  /** Key of the box to which all ways from the selected one are shown; empty: none. */
  path: setting("", text, unkept),
  /** How many edges from the selected box are lit. */
  trace: choose<"none" | "up" | "down" | "both">(
    "none",
    "trace",
    { none: "off", up: "traceUp", down: "traceDown", both: "traceBoth" },
    unkept,
  ),
  traceSteps: slide(
    ALL_STEPS,
    ({ traceSteps }: { traceSteps: number }) => t(traceSteps < ALL_STEPS ? "steps" : "allSteps"),
    [1, ALL_STEPS, 1],
    unkept,
  ),
  search: setting("", text, unkept),

  ...group({
    backward: toggle(false, "backward", ofPhase(1)),
    optimizer: toggle(false, "optimizer", ofPhase(2)),
    /** Operations that only look at a tensor in another way are shown, too. */
    views: toggle(false, "views", { title: () => t("viewsTitle") }),
    fold: toggle(true, "fold"),
    direction: choose<DirectionChoice>(
      "auto",
      "direction",
      { auto: "auto", down: "down", right: "right" },
      { opens: true },
    ),
  }),
  color: setting<BoxColoring>(
    "family",
    choice("family", "flops", "parameters", "memory", "seconds", "logged"),
    { resets: true },
  ),
  /** What was logged of parameters and modules, by which boxes are colored: `scalar:grad_norm`. */
  logged: setting("", text, { ...unkept, resets: true }),

  /** The graph that this one is compared with: a run's id, a tag and a step; empty: the same. */
  against: setting("", text, unkept),
  againstTag: setting("", text, unkept),
  againstStep: setting<StepChoice>(null, stepChoice, unkept),
  comparing: toggle(false, "compare", unkept),
  besides: setting(false, flag),

  left: setting(true, flag, unlinked),
  right: setting(true, flag, unlinked),
  legend: setting(true, flag, unlinked),
});

/** Whether each phase is shown, by its position in `PHASES`. */
export function phasesShown({
  backward,
  optimizer,
}: Pick<typeof settings, "backward" | "optimizer">): readonly boolean[] {
  return [true, backward, optimizer, true];
}
