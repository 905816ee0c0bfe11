/** What the runs are judged by: the same in the list of runs, in the overview and among the trials. */

import { type Aim, aimCodec, orAuto } from "../lib/table/codecs";
import { defineSettings, setting } from "./settings.svelte";

const settings = defineSettings(null, {
  objective: setting<Aim | null>(null, orAuto(aimCodec), { store: false }),
});

export const objective = {
  /** null: the metric that most trials declared, or else the first scalar. */
  get aim(): Aim | null {
    return settings.objective;
  },
  set aim(aim: Aim | null) {
    settings.objective = aim;
  },
};
