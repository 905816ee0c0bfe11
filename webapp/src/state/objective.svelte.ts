/** What the runs are judged by: the same in the list of runs, in the overview and among the trials. */

import { type Aim, aimCodec, orAuto } from "../lib/table/codecs";
import { answersOf, type TableDirection, directionOf } from "../lib/table/directions";
import { parseMetricKey } from "../lib/table/keys";
import type { Goal, Table } from "../lib/table/types";
import { annotations } from "./annotations.svelte";
import { defineSettings, setting } from "./settings.svelte";

const settings = defineSettings(null, {
  objective: setting<Aim | null>(null, orAuto(aimCodec), { store: false }),
});

type Goals = Pick<Table, "goals">;

class Objective {
  /** What people have answered, by tag. */
  readonly #answers: ReadonlyMap<string, Goal> = $derived(answersOf(annotations.directions));

  /** null: the metric that most trials declared, or else the first scalar. */
  get aim(): Aim | null {
    return settings.objective;
  }

  /** @param usualKey - of the metric that it is without a choice. */
  choose(key: string, usualKey: string | undefined): void {
    settings.objective = key === usualKey ? null : { key, goal: null };
  }

  /** Reactive: whether less or more of a scalar is better, and who says so. */
  directionOf(table: Goals, tag: string): TableDirection {
    const { aim } = this;
    if (aim !== null && aim.goal !== null && parseMetricKey(aim.key)?.tag === tag) {
      return { goal: aim.goal, from: "link" };
    }
    return directionOf(table, this.#answers, tag);
  }

  goalOf(table: Goals, tag: string): Goal | null {
    return this.directionOf(table, tag).goal;
  }

  /**
   * Says what is better of a metric: kept with the annotations, but where the trials themselves have declared it, which
   * only the address goes against.
   * @param key - of the metric by which is judged.
   */
  setGoal(table: Goals, key: string, goal: Goal, usualKey: string | undefined): void {
    const tag = parseMetricKey(key)?.tag ?? "";
    const declared = table.goals?.get(tag);
    if (declared === undefined || declared === goal) this.choose(key, usualKey);
    else settings.objective = { key, goal };
    if (declared === undefined) void annotations.setDirection(tag, { goal });
  }
}

export const objective = new Objective();
