/** What the view can be told, remembered and carried by links. */

import { stepSettings } from "../../cards/chosen-steps";
import { stepChoice } from "../../cards/step-codec";
import type { StepChoice } from "../../cards/steps";
import { choice, flag, list, numberIn, text } from "../../lib/codec";
import { defineSettings, setting } from "../../state/settings.svelte";
import type { GraphsColoring } from "./coloring";

export type DirectionChoice = "auto" | "down" | "right";

const unkept = { store: false } as const;
const unlinked = { link: false } as const;

export const settings = defineSettings("graphs", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  ...stepSettings(),
  /** The file of a model is shown in place of what a run has logged. */
  file: setting(false, flag, unkept),

  /** Keys of boxes that are open though they are not at first, after a plus; closed ones after a minus. */
  open: setting<readonly string[]>([], list, unkept),
  /** Keys of the first ones of repeated boxes that are shown one by one. */
  unfolded: setting<readonly string[]>([], list, unkept),
  /** Key of the selected box; empty: none. */
  select: setting("", text, unkept),
  /** What is around the selected box is opened, for a link that leads to it from elsewhere. */
  reveal: setting(false, flag, unkept),
  /** Key of the box to which all ways from the selected one are shown; empty: none. */
  path: setting("", text, unkept),
  /** How many edges from the selected box are lit. */
  trace: setting<"none" | "up" | "down" | "both">(
    "none",
    choice("none", "up", "down", "both"),
    unkept,
  ),
  traceSteps: setting(50, numberIn(1, 50), unkept),
  search: setting("", text, unkept),

  backward: setting(false, flag),
  optimizer: setting(false, flag),
  /** Operations that only look at a tensor in another way are shown, too. */
  views: setting(false, flag),
  fold: setting(true, flag),
  direction: setting<DirectionChoice>("auto", choice("auto", "down", "right")),
  color: setting<GraphsColoring>(
    "family",
    choice("family", "flops", "parameters", "memory", "seconds", "logged"),
  ),
  /** What was logged of parameters and modules, by which boxes are colored: `scalar:grad_norm`. */
  logged: setting("", text, unkept),

  /** The graph that this one is compared with: a run's id, a tag and a step; empty: the same. */
  against: setting("", text, unkept),
  againstTag: setting("", text, unkept),
  againstStep: setting<StepChoice>(null, stepChoice, unkept),
  comparing: setting(false, flag, unkept),
  besides: setting(false, flag),

  left: setting(true, flag, unlinked),
  right: setting(true, flag, unlinked),
  legend: setting(true, flag, unlinked),
});

/** By position in `PHASES`. */
export function phasesShown({
  backward,
  optimizer,
}: Pick<typeof settings, "backward" | "optimizer">): readonly boolean[] {
  return [true, backward, optimizer, true];
}

const drawn = ["backward", "optimizer", "views", "fold", "direction", "color", "logged"] as const;

/** Back to how graphs are drawn at first; which of them stays. */
export function resetDrawn(): void {
  for (const key of drawn) settings.reset(key);
  settings.reset("open");
  settings.reset("unfolded");
}
